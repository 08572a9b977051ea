// SPDX-License-Identifier: Apache-2.0
// Where requests come in: ports, socket files, and sockets that systemd has opened.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tally::server {

/// An open socket that listens. Closed with this object.
class Listener {
 public:
  /// A port of an address in numbers ("127.0.0.1", "::1", "0.0.0.0"); port 0: any that is free. Throws Error:
  /// kUsage for what is no address, kCannotCreate if the port is taken, kNoPermission.
  static Listener on_port(const std::string& address, std::uint16_t port);
  /// A socket file, which the owner and the group may use. One that is left from before is replaced; a live one, or
  /// any other file, is not. Throws Error (kCannotCreate …).
  static Listener on_file(const std::string& path);
  /// The sockets that systemd has handed over (LISTEN_FDS), if it has; the variables are taken back. Throws Error
  /// (kUsage) for what is no listening stream socket.
  static std::vector<Listener> handed_over();

  ~Listener();
  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;

  int descriptor() const { return descriptor_; }
  int family() const { return family_; }  ///< AF_INET, AF_INET6, AF_UNIX
  /// "http://127.0.0.1:8080", "unix:/run/tally.sock".
  std::string name() const;
  /// Whether only this machine can reach it.
  bool is_local() const;
  /// The descriptor is somebody else's now.
  int release();

 private:
  explicit Listener(int descriptor);

  int descriptor_;
  int family_ = 0;
  std::string file_;  // that is removed at the end; empty: none
};

}  // namespace tally::server
