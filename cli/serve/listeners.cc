// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/listeners.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tally/error.h"

namespace tally::server {

namespace {

constexpr int kBacklog = 1024;
constexpr int kFirstHandedOver = 3;

struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

Address address_of(const std::string& text, std::uint16_t port) {
  Address out;
  auto* const v4 = reinterpret_cast<sockaddr_in*>(&out.storage);
  auto* const v6 = reinterpret_cast<sockaddr_in6*>(&out.storage);
  if (::inet_pton(AF_INET, text.c_str(), &v4->sin_addr) == 1) {
    v4->sin_family = AF_INET;
    v4->sin_port = htons(port);
    out.size = sizeof(sockaddr_in);
  } else if (::inet_pton(AF_INET6, text.c_str(), &v6->sin6_addr) == 1) {
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons(port);
    out.size = sizeof(sockaddr_in6);
  } else {
    throw Error(ErrorKind::kUsage, "--listen " + in_quotes(text) +
                                       ": expected an address in numbers: 127.0.0.1, ::1, 0.0.0.0");
  }
  return out;
}

Address bound_to(int descriptor) {
  Address out;
  out.size = sizeof(out.storage);
  if (::getsockname(descriptor, out.get(), &out.size) != 0) out.size = 0;
  return out;
}

[[noreturn]] void refuse(int error, const std::string& name) {
  const ErrorKind kind =
      error == EACCES || error == EPERM ? ErrorKind::kNoPermission : ErrorKind::kCannotCreate;
  throw Error(kind, "cannot listen: " + std::string(std::strerror(error)), {name, -1, -1, ""});
}

int open_socket(int family, const std::string& name) {
  const int descriptor = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) refuse(errno, name);
  return descriptor;
}

void bind_and_listen(int descriptor, const Address& address, const std::string& name) {
  if (::bind(descriptor, address.get(), address.size) == 0 && ::listen(descriptor, kBacklog) == 0) {
    return;
  }
  const int why = errno;
  ::close(descriptor);
  refuse(why, name);
}

// Whether somebody answers there.
bool is_live(const Address& address) {
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return true;
  const bool answers =
      ::connect(descriptor, address.get(), address.size) == 0 || errno != ECONNREFUSED;
  ::close(descriptor);
  return answers;
}

// A server that was killed leaves its file.
void remove_left_over(const std::string& path, const Address& address) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0) return;
  if (S_ISSOCK(found.st_mode) && !is_live(address)) {
    ::unlink(path.c_str());
    return;
  }
  throw Error(
      ErrorKind::kCannotCreate,
      S_ISSOCK(found.st_mode) ? "somebody else listens there" : "the file exists, and is no socket",
      {path, -1, -1, ""});
}

std::string place_of(const Address& address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address.storage.ss_family == AF_INET6) {
    const auto* const v6 = reinterpret_cast<const sockaddr_in6*>(&address.storage);
    ::inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof text);
    return "http://[" + std::string(text) + "]:" + std::to_string(ntohs(v6->sin6_port));
  }
  const auto* const v4 = reinterpret_cast<const sockaddr_in*>(&address.storage);
  ::inet_ntop(AF_INET, &v4->sin_addr, text, sizeof text);
  return "http://" + std::string(text) + ":" + std::to_string(ntohs(v4->sin_port));
}

}  // namespace

Listener::Listener(int descriptor) : descriptor_(descriptor) {
  family_ = bound_to(descriptor).storage.ss_family;
}

Listener::Listener(Listener&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      family_(other.family_),
      file_(std::exchange(other.file_, "")) {}

Listener::~Listener() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!file_.empty()) ::unlink(file_.c_str());
}

int Listener::release() { return std::exchange(descriptor_, -1); }

Listener Listener::on_port(const std::string& address, std::uint16_t port) {
  const Address where = address_of(address, port);
  const int descriptor = open_socket(where.storage.ss_family, address);
  const int on = 1;
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (where.storage.ss_family == AF_INET6) {
    ::setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  }
  bind_and_listen(descriptor, where, address + ":" + std::to_string(port));
  return Listener(descriptor);
}

Listener Listener::on_file(const std::string& path) {
  Address where;
  auto* const file = reinterpret_cast<sockaddr_un*>(&where.storage);
  if (path.empty() || path.size() >= sizeof(file->sun_path)) {
    throw Error(ErrorKind::kUsage, "--unix: the path of a socket has 1 to " +
                                       std::to_string(sizeof(file->sun_path) - 1) + " bytes");
  }
  file->sun_family = AF_UNIX;
  std::memcpy(file->sun_path, path.c_str(), path.size() + 1);
  where.size = sizeof(sockaddr_un);
  remove_left_over(path, where);
  const int descriptor = open_socket(AF_UNIX, path);
  const mode_t before = ::umask(0117);  // rw-rw----
  try {
    bind_and_listen(descriptor, where, path);
  } catch (...) {
    ::umask(before);
    throw;
  }
  ::umask(before);
  Listener out(descriptor);
  out.file_ = path;
  return out;
}

std::vector<Listener> Listener::handed_over() {
  std::vector<Listener> out;
  const char* const process = std::getenv("LISTEN_PID");
  const char* const count = std::getenv("LISTEN_FDS");
  if (process == nullptr || count == nullptr || std::to_string(::getpid()) != process) return out;
  const int sockets = std::atoi(count);
  for (int i = 0; i < sockets; ++i) {
    const int descriptor = kFirstHandedOver + i;
    int type = 0, listens = 0;
    socklen_t size = sizeof type;
    const bool is_stream =
        ::getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM &&
        ::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0;
    if (!is_stream || listens == 0) {
      throw Error(
          ErrorKind::kUsage,
          "what systemd has handed over is no listening socket: ListenStream= and Accept=no");
    }
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    out.push_back(Listener(descriptor));
  }
  ::unsetenv("LISTEN_PID");
  ::unsetenv("LISTEN_FDS");
  ::unsetenv("LISTEN_FDNAMES");
  return out;
}

std::string Listener::name() const {
  const Address address = bound_to(descriptor_);
  if (family_ != AF_UNIX) return place_of(address);
  const auto* const file = reinterpret_cast<const sockaddr_un*>(&address.storage);
  return "unix:" + std::string(file->sun_path);
}

bool Listener::is_local() const {
  const Address address = bound_to(descriptor_);
  if (family_ == AF_UNIX) return true;
  if (family_ == AF_INET6) {
    const auto* const v6 = reinterpret_cast<const sockaddr_in6*>(&address.storage);
    return IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
  }
  const auto* const v4 = reinterpret_cast<const sockaddr_in*>(&address.storage);
  return (ntohl(v4->sin_addr.s_addr) >> 24) == 127;
}

}  // namespace tally::server
