// SPDX-License-Identifier: Apache-2.0
// The characters that each language writes most, the most frequent first.
//
// They need not be exact: they tell a text from the same bytes read in another charset, in which a
// common character becomes a rare one.
#include "tally/mail/charset/languages.h"

namespace tally::mail {

namespace {

// Also the signs of its own that a script sets between words.
constexpr std::u32string_view kSimplified =
    U"的一是不了在人有我他这个，。们中来上大为和国地到以说时要就出会可！、？：；“”（"
    U"）《》…—　也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去"
    U"法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意"
    U"无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应"
    U"战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度"
    U"门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女"
    U"变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统"
    U"区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色"
    U"路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争"
    U"运笔请您客户服价优惠免费网站票联姐欢迎邮址订单商贸易企培训限责税详咨询谢希宜干净"
    U"热晚议朋友错较城京广州深圳香港币元折扣卡片银贷款投股济技支持软络脑载登录密码帐号"
    U"注册击链查复转附星周末午昨收祝顺颂祺敬校研究参孩吃喝玩乐买卖钱吧呢吗啊哦哈啦谁哪"
    U"怎呀喜爱找写读怕忘笑哭跑坐睡醒穿洗拿送";

constexpr std::u32string_view kTraditional =
    U"的一是不了在人有我他這個，。們中來上大為和國地到以說時要就出會可！、？：；“”（"
    U"）《》…—　也你對生能而子那得於著下自之年過發後作里用道行所然家種事成方多經麼去"
    U"法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意"
    U"無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應"
    U"戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度"
    U"門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女"
    U"變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統"
    U"區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色"
    U"路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭"
    U"運筆請您客戶服價優惠免費網站票聯姐歡迎郵址訂單商貿易企培訓限責稅詳咨詢謝希宜乾淨"
    U"熱晚議朋友錯較城京廣州深圳香港幣元折扣卡片銀貸款投股濟技支持軟絡腦載登錄密碼帳號"
    U"注冊擊鏈查復轉附星週末午昨收祝順頌祺敬校研究參孩吃喝玩樂買賣錢吧呢嗎啊哦哈啦誰哪"
    U"怎呀喜愛找寫讀怕忘笑哭跑坐睡醒穿洗拿送臺灣台購箱裡";

constexpr std::u32string_view kJapanese =
    U"のいにはをたとるがでてしなれすっきさからりまもこうくんよそだあえけどおつみせわね"
    U"ちめろやばびべげずほじひごむぶふへぎゃゅょぐぜぞぼぱぽぴぷぺゆぬー、。・「」！？"
    U"ンスルトラリイクアドシレジタフロカッマムテプコニサメバオウビエグパチキデダィセポ"
    U"ベツハミナブュョャモホガェゴワノボヤズケネザギゼペヒピソヌァォゲヘユヨ日本人年月"
    U"大会一国出時生上中前分間行見事自新社地者後合方場的学用下体物来気手部品電話内利通"
    U"定名料員送信無円様商情報登録限予約店法確認記願致申込受付連絡先期対応発売開始東京"
    U"都市区週末金土水火木曜午高小長子女性男世界今思言入力多少全最所同何近意味動画写真"
    U"作使知道安心持楽好待注文届変更回答質問（）　：";

constexpr std::u32string_view kKorean =
    U"이다는의에을가고하지로한를기사은도어자리인시아나스서대정보과해요수라일제부그게전"
    U"들원있니주만습으안장여면했공구신무오조상동용소비유미우관회선경치않없것더위중성트"
    U"드모든연화생내년저음문재학말당분까할합세되었러적국물터료방식단금입개마르계거바진"
    U"업실차간월감려배너네와현각청발결추히호예외통체명품번때데같후맞출교환많포카메약판"
    U"매설란초편집받반녕님께행복십늘좋";

constexpr std::u32string_view kRussian =
    U"оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
    U"ПВСНОКДТМИРЗБАЕУЯГЛФЧЭХШЖЮЦЩЙЫЬЪЁ"
    U"іїєґІЇЄҐ";

constexpr std::u32string_view kWestern = U"éèàêçâôîûùëïöäüÉÀÈÇÊœŒìòÔÎÛÂÙñóíáú";

constexpr std::u32string_view kIberian = U"óáéíñúãçõâêàôüÁÉÍÓÚÑÃÇÕÂÊÀ";

constexpr std::u32string_view kGermanic = U"äüöåøæßÄÖÜÅØÆéèþðýÉ";

constexpr std::u32string_view kCentral =
    U"áéíłęůřšžčýěóąśćżńöőüűúťďňźĺľôŕăâîşţŁŠŽČŘÚÍÁÉÓŚŻĆÖÜŐŰĄĘŃŹĎŤŇÝĚŮ";

constexpr std::u32string_view kTurkish = U"ıüğşçöİŞÇÖÜĞâîû";

constexpr std::u32string_view kBaltic = U"ėšųžįčąūęāīēņļģķŠŽČŪĖĀĪĒõäöüÕÄÖÜ";

constexpr std::u32string_view kGreek =
    U"αοιετσνρκπμλυςηόίάγδήέωύθχφβώξζψϊΰΐϋ"
    U"ΑΟΙΕΤΣΝΡΚΠΜΛΥΗΓΔΩΘΧΦΒΞΖΨΆΈΉΊΌΎΏ";

constexpr std::u32string_view kHebrew = U"יוהלאברתשמנםדקפעחןצגכטזסךףץ";

constexpr std::u32string_view kArabic = U"الينمروتبعدهسفكقحجةأشصىطخذضئثزإءغظآؤ،؟یکپچگ";

}  // namespace

const std::array<Language, kLanguages>& languages() {
  using Script = Language::Script;
  static constexpr std::array<Language, kLanguages> kAll{
      Language{kSimplified, Script::kUnspaced, 0x4E00, 0x9FFF, 6000},
      Language{kTraditional, Script::kUnspaced, 0x4E00, 0x9FFF, 6000},
      Language{kJapanese, Script::kUnspaced, 0x3041, 0x9FFF, 4000},
      Language{kKorean, Script::kSpaced, 0xAC00, 0xD7A3, 2200},
      Language{kRussian, Script::kCased, 0x400, 0x45F, 60},
      Language{kWestern, Script::kLatin, 0xC0, 0x17F, 120},
      Language{kIberian, Script::kLatin, 0xC0, 0x17F, 120},
      Language{kGermanic, Script::kLatin, 0xC0, 0x17F, 120},
      Language{kCentral, Script::kLatin, 0xC0, 0x17F, 120},
      Language{kTurkish, Script::kLatin, 0xC0, 0x17F, 120},
      Language{kBaltic, Script::kLatin, 0xC0, 0x17F, 120},
      Language{kGreek, Script::kCased, 0x370, 0x3FF, 60},
      Language{kHebrew, Script::kSpaced, 0x5D0, 0x5EA, 60},
      Language{kArabic, Script::kSpaced, 0x600, 0x6FF, 60},
  };
  return kAll;
}

}  // namespace tally::mail
