// Libraries that are loaded when they are first needed: most runs need none of them.
#pragma once

#include <dlfcn.h>

#include <string>

namespace tally {

/// Loads the library of this file name, "libtally_x.so": from the folder `first` unless that is
/// empty, from beside this program or library, from above it, from ../lib or the like, or from
/// where the system looks. It is never unloaded. Null if that fails, and `fault` then says why; it
/// is empty where there is no such file. May be called by several threads.
void* open_plugin(const std::string& name, const std::string& first, std::string& fault);

/// Sets `function` to the one of this name, or to null.
template <class Function>
void find_function(void* plugin, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(plugin, name));
}

}  // namespace tally
