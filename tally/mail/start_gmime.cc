#include "tally/mail/start_gmime.h"

#include <gmime/gmime.h>

#include <mutex>

namespace tally::mail {

void start_gmime() {
  static std::once_flag once;
  std::call_once(once, g_mime_init);
}

}  // namespace tally::mail
