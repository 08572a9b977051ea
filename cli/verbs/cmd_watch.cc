// SPDX-License-Identifier: Apache-2.0
// watch: what is moved into or out of Junk is learned.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <set>

#include "cli/command.h"
#include "cli/mail_model.h"
#include "cli/options/mail_options.h"
#include "cli/print/output.h"
#include "cli/remedy.h"
#include "cli/session.h"
#include "cli/watch/folder_events.h"
#include "cli/watch/watch_book.h"
#include "tally/inside/base.h"
#include "tally/inside/explain.h"
#include "tally/inside/mail.h"
#include "tally/inside/text.h"

namespace tally::cli {

namespace {

using watch::FolderEvents;
using watch::Lesson;
using watch::MaildirTree;
using watch::Taught;
using watch::WatchBook;

constexpr const char* kBookName = "/.tally-watch";
// One transaction, on disk at its end; a signal waits for no longer than that.
constexpr std::size_t kMostAtOnce = 50;
constexpr std::chrono::seconds kNextTry{5}, kLongest{3600};

struct WatchOptions {
  std::string maildir, model, state, spam = "spam", ham = "ham";
  std::vector<std::string> junk, trash;
  bool once = false;

  watch::FolderNames names() const {
    watch::FolderNames out;
    const auto plain = [](const std::vector<std::string>& given, std::vector<std::string>& names) {
      if (!given.empty()) names.clear();
      for (const std::string& name : given) {
        names.push_back(watch::plain_folder_name(name));
        if (names.back().empty()) {
          throw Error(ErrorKind::kUsage,
                      "--junk and --trash name a folder of the maildir, not " + in_quotes(name));
        }
      }
    };
    plain(junk, out.junk);
    plain(trash, out.trash);
    return out;
  }
  const std::string& class_of(Taught taught) const { return taught == Taught::kJunk ? spam : ham; }
};

// One watch at a time: two would learn the same from two books.
class WatchedMaildir {
 public:
  explicit WatchedMaildir(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw_system_error(errno, "open", path);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    ::close(descriptor_);
    throw Error(ErrorKind::kTryAgain, "another tally watch looks after this maildir",
                {path, -1, -1, ""});
  }
  ~WatchedMaildir() { ::close(descriptor_); }
  WatchedMaildir(const WatchedMaildir&) = delete;
  WatchedMaildir& operator=(const WatchedMaildir&) = delete;

 private:
  int descriptor_;
};

std::string messages_text(std::int64_t number) {
  return counted(static_cast<std::size_t>(number), "message", "messages");
}

class Watch {
 public:
  explicit Watch(const WatchOptions& options)
      : options_(options),
        names_(options.names()),
        tree_(watch::find_folders(options.maildir, names_)),
        turn_(options.maildir) {
    check_model();
    if (std::filesystem::exists(options_.state)) {
      book_ = WatchBook::read(options_.state);
    } else {
      is_first_ = true;
    }
  }

  // Looks at the folders, and learns what was moved.
  void catch_up(FolderEvents* events) {
    tree_ = watch::find_folders(options_.maildir, names_);
    if (events != nullptr) events->watch(tree_);  // before: what is moved meanwhile is told
    book_.look_at(watch::list_messages(tree_.folders), std::time(nullptr));
    keep();
    if (is_first_) tell_beginning();
    is_first_ = false;
    std::vector<Lesson> lessons = book_.lessons();
    for (std::size_t at = 0; at < lessons.size(); at += kMostAtOnce) {
      if (events != nullptr && events->is_over()) return;
      const auto begin = lessons.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end =
          lessons.begin() + static_cast<std::ptrdiff_t>(std::min(at + kMostAtOnce, lessons.size()));
      learn({begin, end});
    }
  }

  void run() {
    FolderEvents events;
    bool is_told = false;
    while (true) {
      bool has_failed = false;
      try {
        catch_up(&events);
      } catch (const Error& error) {
        // A model that is in use, or a full disk: what is to be learned stays in the book.
        if (!std::filesystem::exists(options_.maildir) || !is_told) throw;
        complain(told(error));
        has_failed = true;
      }
      if (!is_told) tell("watching " + options_.maildir + " for " + options_.model);
      is_told = true;
      const FolderEvents::What what = events.wait(has_failed ? kNextTry : kLongest);
      if (what == FolderEvents::What::kEnd) return;
    }
  }

 private:
  void check_model() const {
    const ModelInPlace open(options_.model);
    const Model& outline = open.outline();
    mail_schema_of(outline, options_.model);  // throws for another
    for (const std::string& klass : {options_.spam, options_.ham}) {
      mail_inputs({"-"}, klass);  // throws for a class that cannot be
      check_known_class(outline.counts.class_labels(), klass);
    }
  }

  void keep() {
    if (book_.has_changed()) book_.write(options_.state);
  }

  void tell_beginning() const {
    tell(fmt::format(
        "{} there already: what is moved into or out of Junk from now on is learned",
        book_.size() == 1 ? "1 message is" : fmt::format("{} messages are", book_.size())));
  }

  // Some lessons in one transaction, which remembers their keys: after a crash between it and the book each is
  // known to have been learned.
  void learn(const std::vector<Lesson>& lessons) {
    std::vector<Lesson> done;
    std::map<std::string, Learned> by_class;
    std::int64_t learned = 0;
    {
      ModelLearner learner(options_.model);
      learner.add_unicode(unicode_version());
      for (const Lesson& lesson : lessons) {
        const std::string& klass = options_.class_of(lesson.as);
        Sha256 hash;
        hash.add(klass + '\0' + lesson.name);
        const OnceRequest once{lesson.key, hexadecimal(hash.digest())};
        if (!learner.answered(once)) {
          const std::optional<Learned> taught = teach(learner, lesson, klass);
          if (!taught) continue;
          learner.remember(once, "learned");
          by_class[klass] += *taught;
          learned += taught->learned;
        }
        done.push_back(lesson);
      }
      learner.commit();
    }
    for (const Lesson& lesson : done) book_.learned(lesson);
    keep();
    tell_learned(by_class);
    tune_file_if_outgrown(options_.model, learned);
  }

  // Nothing where the message cannot be read.
  std::optional<Learned> teach(ModelLearner& learner, const Lesson& lesson,
                               const std::string& klass) {
    std::optional<Learned> out;
    bool is_read = false;
    try {
      Table table = open_mail({{lesson.path, klass}}, true);
      table.read(learner.outline().counts.schema(), 1,
                 [&](const Batch& batch, int) -> Table::Finish {
                   return [&] {
                     is_read = true;
                     out = learner.learn(batch);
                   };
                 },
                 {Role::kTarget});
    } catch (const Error& error) {
      if (is_read) throw;
      // Its flags have changed, or it has been moved on: that is seen next.
      if (error.kind() == ErrorKind::kNoInput) return std::nullopt;
      if (told_.insert(lesson.name).second) {
        complain(cli::told(error) + "; the message is passed over");
      }
    }
    return out;
  }

  static void tell_learned(const std::map<std::string, Learned>& by_class) {
    for (const auto& [klass, all] : by_class) {
      tell(fmt::format("{} learned as {}", messages_text(all.learned), klass) +
           (all.moved > 0 ? fmt::format(", {} moved to it", all.moved) : "") +
           (all.known > 0 ? fmt::format(", {} known already", all.known) : ""));
    }
  }

  const WatchOptions& options_;
  watch::FolderNames names_;
  MaildirTree tree_;
  WatchedMaildir turn_;
  WatchBook book_ = WatchBook::begin();
  bool is_first_ = false;
  std::set<std::string> told_;  // messages that cannot be read
};

}  // namespace

void watch_mail(Arguments arguments) {
  WatchOptions options;
  Command command(
      "watch",
      "Learns from a maildir: a message that is moved into Junk is learned as spam, one that is "
      "moved out\nof it as ham, and what had been learned of it before is corrected. New mail is "
      "not learned, nor is\nwhat is thrown away. What has been seen is kept in a file: after a "
      "restart what was moved meanwhile\nis learned, and nothing twice. SIGTERM ends it.",
      "tally watch ~/Maildir --model mail.tally\n"
      "tally watch ~/Maildir --junk 'Junk E-mail' --once");
  command.argument("MAILDIR", options.maildir,
                   "the maildir, with folders of Maildir++ (.Junk) or plain ones (Junk)");
  command.option("--model", "MODEL", options.model, kModelOrDefaultHelp);
  command.flag("--once", options.once, "learn what was moved since the last time, and end");
  command.option("--junk", "NAME", options.junk,
                 "a folder of junk (default: Junk and Spam); may be given several times");
  command.option("--trash", "NAME", options.trash,
                 "a folder of what is thrown away (default: Trash, Deleted Items, Deleted "
                 "Messages)");
  command.option("--spam", "CLASS", options.spam, "the class of junk (default: spam)");
  command.option("--ham", "CLASS", options.ham, "the class of other mail (default: ham)");
  command.option("--state", "FILE", options.state,
                 "where to keep what has been seen (default: .tally-watch in the maildir)");
  command.parse(arguments);
  if (options.spam == options.ham) {
    throw Error(ErrorKind::kUsage, "--spam and --ham are two classes");
  }
  while (options.maildir.size() > 1 && options.maildir.back() == '/') options.maildir.pop_back();
  options.model = named_or_default(options.model);
  if (options.state.empty()) options.state = options.maildir + kBookName;
  Watch watch(options);
  if (!options.once) return watch.run();
  watch.catch_up(nullptr);
}

}  // namespace tally::cli
