// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/http_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/optional/optional.hpp>
#include <chrono>
#include <csignal>
#include <ctime>
#include <mutex>
#include <set>
#include <thread>

#include "cli/serve/problem.h"
#include "tally/inside/base.h"

namespace tally::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;
using Code = boost::system::error_code;
using Protocol = asio::generic::stream_protocol;
using Strand = asio::strand<asio::io_context::executor_type>;
using Socket = Protocol::socket::rebind_executor<Strand>::other;
using Acceptor = asio::basic_socket_acceptor<Protocol, asio::io_context::executor_type>;

// How much is thrown away of what still comes after an answer that ends the connection.
constexpr std::chrono::milliseconds kLinger{2000};
constexpr std::size_t kReadAtOnce = 16 << 10;
constexpr std::size_t kChunkRoom = 64 << 10;  // what Beast reads of a body at a time
// Of each body this much is always let in, so that those who hold large ones keep nobody with a small one out.
constexpr std::uint64_t kFreeRoom = 64 << 10;

// A body takes room as it comes. Beast's string_body makes room for what a header declares.
struct ArrivingBody {
  using value_type = std::string;

  class reader {
   public:
    template <class Header>
    reader(Header& /*header*/, std::string& body) : body_(body) {}
    static void init(const boost::optional<std::uint64_t>& /*declared*/, Code& error) {
      error = {};
    }
    template <class Buffers>
    std::size_t put(const Buffers& pieces, Code& error) {
      error = {};
      const std::size_t before = body_.size();
      for (const auto piece : beast::buffers_range_ref(pieces)) {
        body_.append(static_cast<const char*>(piece.data()), piece.size());
      }
      return body_.size() - before;
    }
    static void finish(Code& error) { error = {}; }

   private:
    std::string& body_;
  };
};

// "Wed, 18 Nov 2026 12:00:00 GMT", made once a second.
const std::string& date() {
  thread_local std::time_t second = 0;
  thread_local std::string text;
  const std::time_t now = std::time(nullptr);
  if (now != second) {
    second = now;
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char room[64];
    text.assign(room, std::strftime(room, sizeof room, "%a, %d %b %Y %H:%M:%S GMT", &parts));
  }
  return text;
}

class Session;

// What all connections share.
struct Shared {
  Shared(const Limits& limited, Metrics& counted, const ServerCalls& called, int threads)
      : limits(limited), metrics(counted), calls(called), slow(static_cast<std::size_t>(threads)) {
    const auto shortest = std::min(limits.request_time, limits.idle_time);
    tick = std::clamp<std::chrono::milliseconds>(shortest / 4, std::chrono::milliseconds(20),
                                                 std::chrono::milliseconds(5000));
  }

  const Limits& limits;
  Metrics& metrics;
  const ServerCalls& calls;
  std::chrono::milliseconds tick;  // how often a connection looks at the clock
  asio::thread_pool slow;
  std::atomic<std::uint64_t> held{0};  // bytes of bodies
  std::atomic<bool> draining{false};
  std::function<void()> all_gone;  // the last connection has ended, and no other comes
  std::mutex mutex;
  std::set<Session*> sessions;  // guarded by mutex
};

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, bool is_file, Shared& shared)
      : socket_(std::move(socket)),
        clock_(socket_.get_executor()),
        is_file_(is_file),
        shared_(shared),
        buffer_(std::max(shared.limits.header_bytes + kReadAtOnce, kChunkRoom)) {
    const std::lock_guard lock(shared_.mutex);
    shared_.sessions.insert(this);
    ++shared_.metrics.connections;
  }
  ~Session() {
    give_back();
    bool is_last = false;
    {
      const std::lock_guard lock(shared_.mutex);
      shared_.sessions.erase(this);
      is_last = shared_.sessions.empty();
    }
    --shared_.metrics.connections;
    if (is_last && shared_.draining) shared_.all_gone();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void start() {
    asio::dispatch(socket_.get_executor(), [self = shared_from_this()] {
      self->watch_clock();
      self->wait_for_request();
    });
  }

  // A connection without a request under way ends now, any other with its answer.
  void drain() {
    asio::dispatch(socket_.get_executor(), [self = shared_from_this()] {
      if (self->phase_ == Phase::kIdle) self->close();
    });
  }
  void end() {
    asio::dispatch(socket_.get_executor(), [self = shared_from_this()] { self->close(); });
  }

 private:
  enum class Phase { kIdle, kReading, kAnswering, kWriting, kLingering, kClosed };

  void enter(Phase phase, std::chrono::milliseconds most) {
    phase_ = phase;
    deadline_ = Clock::now() + most;
  }

  // One timer that is never moved is cheaper than one for each step.
  void watch_clock() {
    clock_.expires_after(shared_.tick);
    clock_.async_wait([self = shared_from_this()](Code error) {
      if (error || self->phase_ == Phase::kClosed) return;
      if (Clock::now() >= self->deadline_ && self->phase_ != Phase::kAnswering) {
        if (self->phase_ != Phase::kReading) return self->close();
        self->is_late_ = true;
        Code ignored;
        self->socket_.cancel(ignored);
        self->deadline_ = Clock::now() + kLinger;
      }
      self->watch_clock();
    });
  }

  void wait_for_request() {
    is_late_ = false;
    answered_early_ = false;
    if (buffer_.size() > 0) return read_header();
    if (shared_.draining) return close();
    enter(Phase::kIdle, shared_.limits.idle_time);
    socket_.async_read_some(buffer_.prepare(kReadAtOnce),
                            [self = shared_from_this()](Code error, std::size_t bytes) {
                              if (error) return self->close();
                              self->buffer_.commit(bytes);
                              self->read_header();
                            });
  }

  void read_header() {
    enter(Phase::kReading, shared_.limits.request_time);
    began_ = Clock::now();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_.limits.header_bytes));
    parser_->body_limit(shared_.limits.body_bytes);
    http::async_read_header(socket_, buffer_, *parser_,
                            [self = shared_from_this()](Code error, std::size_t) {
                              if (error) return self->refuse(error);
                              self->take_header();
                            });
  }

  void take_header() {
    const auto& header = parser_->get();
    if (const auto problem = faulty_framing(header)) return refuse(problem->first, problem->second);
    if (parser_->is_done()) return take_request();
    const auto expect = header.find(http::field::expect);
    if (expect == header.end()) return read_body();
    if (!beast::iequals(expect->value(), "100-continue")) {
      return refuse(417, "the only expectation that is met is 100-continue");
    }
    const auto go_on =
        std::make_shared<http::response<http::empty_body>>(http::status::continue_, 11);
    http::async_write(socket_, *go_on, [self = shared_from_this(), go_on](Code error, std::size_t) {
      if (error) return self->close();
      self->read_body();
    });
  }

  // Two readers must not see two different ends of a request.
  template <class Header>
  static std::optional<std::pair<int, std::string>> faulty_framing(const Header& header) {
    const auto lengths = header.count(http::field::content_length);
    const auto encodings = header.count(http::field::transfer_encoding);
    const auto length = header.find(http::field::content_length);
    if (lengths > 1 || (lengths == 1 && length->value().find(',') != beast::string_view::npos)) {
      return std::pair(400, std::string("the request has several lengths"));
    }
    if (lengths > 0 && encodings > 0) {
      return std::pair(400,
                       std::string("the request has a Content-Length and a Transfer-Encoding"));
    }
    if (encodings > 0 &&
        (encodings > 1 || !beast::iequals(header[http::field::transfer_encoding], "chunked"))) {
      return std::pair(501,
                       std::string("the only Transfer-Encoding that is understood is chunked"));
    }
    if (encodings > 0 && header.version() < 11) {
      return std::pair(400, std::string("HTTP/1.0 has no Transfer-Encoding"));
    }
    if (header.version() != 11 && header.version() != 10) {
      return std::pair(505, std::string("HTTP/1.1 is spoken here"));
    }
    return std::nullopt;
  }

  // For a body of that size, of which a part may have its room already.
  bool take_room(std::uint64_t bytes) {
    const std::uint64_t more = bytes > kFreeRoom + room_ ? bytes - kFreeRoom - room_ : 0;
    if (more > 0 && shared_.held.fetch_add(more) + more > shared_.limits.all_body_bytes) {
      shared_.held -= more;
      return false;
    }
    room_ += more;
    return true;
  }
  void give_back() { shared_.held -= std::exchange(room_, 0); }

  void read_body() {
    http::async_read_some(socket_, buffer_, *parser_,
                          [self = shared_from_this()](Code error, std::size_t) {
                            if (error) return self->refuse(error);
                            self->take_body();
                          });
  }
  void take_body() {
    if (!take_room(parser_->get().body().size())) {
      return refuse(503, "the server holds as much as it may: try again");
    }
    if (parser_->is_done()) return take_request();
    read_body();
  }

  void take_request() {
    phase_ = Phase::kAnswering;
    auto message = parser_->release();
    is_head_ = message.method() == http::verb::head;
    keeps_ = message.keep_alive();
    version_ = message.version();
    method_ = std::string(message.method_string());
    target_ = std::string(message.target());
    auto request = std::make_shared<Request>();
    request->method = method_;
    request->has_host = version_ == 11;
    request->is_from_socket_file = is_file_;
    for (const auto& field : message) {
      const auto name = field.name_string();
      request->headers.emplace_back(ascii::lower({name.data(), name.size()}),
                                    std::string(field.value()));
    }
    request->body = std::move(message.body());
    try {
      request->target = parse_target(target_);
    } catch (const std::exception& error) {
      return write(problem(error));
    }
    if (!shared_.calls.is_slow(*request)) {
      request->may_take_long = false;
      Response response = shared_.calls.answer(*request);
      if (!response.is_put_off) return write(std::move(response));
      request->may_take_long = true;
    }
    asio::post(shared_.slow, [self = shared_from_this(), request] {
      auto response = std::make_shared<Response>(self->shared_.calls.answer(*request));
      asio::post(self->socket_.get_executor(),
                 [self, response] { self->write(std::move(*response)); });
    });
  }

  // What cannot be read as a request.
  void refuse(Code error) {
    if (error == asio::error::operation_aborted && is_late_) {
      return refuse(408, "the request was not sent in time");
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      return refuse(431, "the first line and the headers are longer than " +
                             std::to_string(shared_.limits.header_bytes) + " bytes");
    }
    if (error == http::error::body_limit) {
      return refuse(413, "the body is longer than " + std::to_string(shared_.limits.body_bytes) +
                             " bytes; send the rows in several requests");
    }
    if (error == http::error::bad_version) return refuse(505, "HTTP/1.1 is spoken here");
    const bool is_gone =
        error == http::error::end_of_stream || error == http::error::partial_message;
    if (is_gone || error.category() != make_error_code(http::error::bad_method).category()) {
      return close();
    }
    refuse(400, "this is no HTTP request: " + error.message());
  }
  void refuse(int status, const std::string& sentence) {
    keeps_ = false;
    answered_early_ = true;
    version_ = 11;
    if (parser_) {
      method_ = std::string(parser_->get().method_string());
      target_ = std::string(parser_->get().target());
    }
    write(problem(status, sentence));
  }

  void write(Response response) {
    if (phase_ == Phase::kClosed) return;
    give_back();
    keeps_ = keeps_ && !response.closes && !shared_.draining;
    const std::chrono::duration<double> seconds = Clock::now() - began_;
    shared_.calls.log(method_, target_, response, seconds.count());
    enter(Phase::kWriting, shared_.limits.request_time);
    message_.emplace(static_cast<http::status>(response.status), version_);
    message_->reason(std::string(reason(response.status)));
    message_->set(http::field::date, date());
    message_->set(http::field::content_type, response.type);
    message_->set(http::field::cache_control, "no-store");
    message_->set("X-Content-Type-Options", "nosniff");
    for (const auto& [name, value] : response.headers) message_->set(name, value);
    message_->keep_alive(keeps_);
    message_->content_length(response.body.size());
    if (!is_head_) message_->body() = std::move(response.body);
    const auto done = [self = shared_from_this()](Code error, std::size_t) {
      if (error) return self->close();
      self->is_head_ = false;
      if (self->keeps_) return self->wait_for_request();
      if (self->answered_early_) return self->linger();
      self->close();
    };
    if (!is_head_) return http::async_write(socket_, *message_, done);
    // The length is that of the body which GET would give.
    head_.emplace(*message_);
    head_->split(true);
    http::async_write_header(socket_, *head_, done);
  }

  // An answer would be lost if the socket were closed while there is something to read.
  void linger() {
    enter(Phase::kLingering, kLinger);
    Code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
    throw_away();
  }
  void throw_away() {
    buffer_.clear();
    socket_.async_read_some(buffer_.prepare(kReadAtOnce),
                            [self = shared_from_this()](Code error, std::size_t) {
                              if (error) return self->close();
                              self->throw_away();
                            });
  }

  void close() {
    if (phase_ == Phase::kClosed) return;
    phase_ = Phase::kClosed;
    Code ignored;
    socket_.shutdown(Socket::shutdown_both, ignored);
    socket_.close(ignored);
    clock_.cancel();
  }

  Socket socket_;
  asio::steady_timer clock_;
  bool is_file_;
  Shared& shared_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<ArrivingBody>> parser_;
  std::optional<http::response<http::string_body>> message_;
  std::optional<http::response_serializer<http::string_body>> head_;
  std::uint64_t room_ = 0;
  Phase phase_ = Phase::kIdle;
  Clock::time_point deadline_ = Clock::time_point::max(), began_;
  std::string method_, target_;
  unsigned version_ = 11;
  bool keeps_ = true, is_head_ = false, is_late_ = false, answered_early_ = false;
};

class Door : public std::enable_shared_from_this<Door> {
 public:
  Door(asio::io_context& context, Listener& listener, Shared& shared)
      : context_(context),
        family_(listener.family()),
        acceptor_(context),
        pause_(context),
        shared_(shared) {
    acceptor_.assign(Protocol(family_, family_ == AF_UNIX ? 0 : IPPROTO_TCP), listener.release());
  }

  void accept() {
    acceptor_.async_accept(asio::make_strand(context_),
                           [self = shared_from_this()](Code error, Socket socket) {
                             if (self->is_closed_) return;
                             if (error) return self->wait();
                             self->take(std::move(socket));
                             self->accept();
                           });
  }

  void close() {
    asio::post(acceptor_.get_executor(), [self = shared_from_this()] {
      self->is_closed_ = true;
      Code ignored;
      self->acceptor_.close(ignored);
      self->pause_.cancel();
    });
  }

 private:
  void take(Socket socket) {
    if (family_ != AF_UNIX) {
      const int on = 1;
      ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    std::size_t open = 0;
    {
      const std::lock_guard lock(shared_.mutex);
      open = shared_.sessions.size();
    }
    if (open >= shared_.limits.connections) return refuse(socket);
    std::make_shared<Session>(std::move(socket), family_ == AF_UNIX, shared_)->start();
  }

  // Nobody waits for who is refused: what the socket takes at once is said.
  void refuse(Socket& socket) {
    ++shared_.metrics.refused;
    const Response full = problem(503, "there are too many connections: try again");
    const std::string text =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
        "Retry-After: 1\r\nConnection: close\r\nContent-Length: " +
        std::to_string(full.body.size()) + "\r\n\r\n" + full.body;
    char room[4096];
    const int descriptor = socket.native_handle();
    while (::recv(descriptor, room, sizeof room, MSG_DONTWAIT) > 0) {
    }
    [[maybe_unused]] const auto sent =
        ::send(descriptor, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    Code ignored;
    socket.shutdown(Socket::shutdown_send, ignored);
    socket.close(ignored);
  }

  // Out of descriptors, perhaps: others have to end first.
  void wait() {
    pause_.expires_after(std::chrono::milliseconds(100));
    pause_.async_wait([self = shared_from_this()](Code) {
      if (!self->is_closed_) self->accept();
    });
  }

  asio::io_context& context_;
  int family_;
  Acceptor acceptor_;
  asio::steady_timer pause_;
  Shared& shared_;
  std::atomic<bool> is_closed_{false};
};

// Lets go now and then of what nobody needs any more.
class Tidying {
 public:
  Tidying(asio::io_context& context, const std::function<void()>& tidy)
      : timer_(asio::make_strand(context)), tidy_(tidy) {
    wait();
  }
  void end() {
    asio::post(timer_.get_executor(), [this] {
      is_ended_ = true;
      timer_.cancel();
    });
  }

 private:
  void wait() {
    timer_.expires_after(std::chrono::milliseconds(200));
    timer_.async_wait([this](Code error) {
      if (error || is_ended_) return;
      tidy_();
      wait();
    });
  }

  asio::steady_timer timer_;
  const std::function<void()>& tidy_;
  bool is_ended_ = false;
};

// Takes the signals, and leads the server to its end.
class Ending {
 public:
  Ending(asio::io_context& context, Shared& shared, Tidying& tidying,
         std::vector<std::shared_ptr<Door>>& doors)
      : signals_(context, SIGTERM, SIGINT),
        patience_(context),
        shared_(shared),
        tidying_(tidying),
        doors_(doors) {
    shared_.all_gone = [this, &context] { asio::post(context, [this] { finish(); }); };
    signals_.async_wait([this](Code error, int) {
      if (!error) begin();
    });
  }

 private:
  void begin() {
    shared_.calls.drain();
    shared_.draining = true;
    for (const auto& door : doors_) door->close();
    for_each_session([](Session& session) { session.drain(); });
    signals_.async_wait([this](Code error, int) {
      if (!error) end_all();
    });
    patience_.expires_after(shared_.limits.drain_time);
    patience_.async_wait([this](Code error) {
      if (!error) end_all();
    });
    bool none = false;
    {
      const std::lock_guard lock(shared_.mutex);
      none = shared_.sessions.empty();
    }
    if (none) finish();
  }

  void end_all() {
    for_each_session([](Session& session) { session.end(); });
    finish();
  }

  void finish() {
    signals_.cancel();
    patience_.cancel();
    tidying_.end();
  }

  template <class F>
  void for_each_session(F&& f) {
    std::vector<std::shared_ptr<Session>> open;
    {
      const std::lock_guard lock(shared_.mutex);
      for (Session* session : shared_.sessions) {
        if (auto held = session->weak_from_this().lock()) open.push_back(std::move(held));
      }
    }
    for (const auto& session : open) f(*session);
  }

  asio::signal_set signals_;
  asio::steady_timer patience_;
  Shared& shared_;
  Tidying& tidying_;
  std::vector<std::shared_ptr<Door>>& doors_;
};

}  // namespace

void serve_http(std::vector<Listener> listeners, const Limits& limits, int threads,
                Metrics& metrics, const ServerCalls& calls, const std::function<void()>& started) {
  Shared shared(limits, metrics, calls, threads);
  asio::io_context context(threads);
  Tidying tidying(context, calls.tidy);
  std::vector<std::shared_ptr<Door>> doors;
  for (Listener& listener : listeners) {
    doors.push_back(std::make_shared<Door>(context, listener, shared));
  }
  Ending ending(context, shared, tidying, doors);
  for (const auto& door : doors) door->accept();
  started();
  std::vector<std::thread> helpers;
  try {
    for (int i = 1; i < threads; ++i) helpers.emplace_back([&] { context.run(); });
  } catch (const std::system_error&) {
    // The threads that did start, and this one, do the work.
  }
  context.run();
  for (std::thread& helper : helpers) helper.join();
  shared.slow.join();
  shared.all_gone = [] {};  // connections that are only let go of now
}

}  // namespace tally::server
