/**
 * One word a thing, in each language. `words` is what the texts call it, in the order of `glossaryLanguages`; `never` are words that mean the
 * same and are not used for it. `except` names texts (`feature key`) where such a word means something else.
 *
 * English is British. Spanish is Argentine, with voseo. German says du, Chinese 您.
 */
export const glossaryLanguages = ['es', 'en', 'de', 'hi', 'ja', 'th', 'zh-CN', 'zh-TW'] as const
export type GlossaryLanguage = (typeof glossaryLanguages)[number]

export type GlossaryTerm = Readonly<{
  term: string
  meaning: string
  words: readonly [string, string, string, string, string, string, string, string]
  never: Readonly<Partial<Record<GlossaryLanguage, RegExp>>>
  except?: readonly string[]
}>

export const glossary: readonly GlossaryTerm[] = [
  {
    term: 'broker',
    meaning: 'who runs this server: the party a customer deals with',
    words: ['bróker', 'broker', 'Broker', 'ब्रोकर', '証券会社 (of itself 当社)', 'โบรกเกอร์', '券商', '券商'],
    never: {
      'es': /\boperador\b|\b(la|esta) casa\b/i,
      'en': /\boperator\b|\b(the|this) house\b/i,
      'de': /\bBetreiber|\b(das|des|vom|beim|dem|dieses) Haus/i,
      'hi': /संचालक|(?<!क्लियरिंग )हाउस/,
      'ja': /運営者|ブローカー|プラットフォーム|私たち|当方|この会社/,
      'th': /ผู้ให้บริการ|แพลตฟอร์ม(?!ข้อมูล)/,
      'zh-CN': /运营[方者]|平台/,
      'zh-TW': /營運[方者]|平台/,
    },
    except: ['companies does.information-services'],
  },
  {
    term: 'account entry',
    meaning: 'an entry of the books of one account; an entry of the public log has a word of its own',
    words: ['asiento', 'entry', 'Buchung', 'प्रविष्टि', '記帳', 'รายการ', '分录', '分錄'],
    never: {
      'es': /\b(tus|tu|de la cuenta) entradas?\b|entradas de (tu|la) cuenta/i,
      'de': /\b(dein|deine[nrm]?|für|von|bis) Eintrag\b|\bdeine[nr]? Einträge|Eintrag \{\{sequence/i,
      'hi': /एंट्री|इंदराज/,
      'zh-CN': /记账|您的(新|最新的)?条目|您账户的条目/,
      'zh-TW': /記帳|項目/,
    },
  },
  {
    term: 'holding',
    meaning: 'shares or units that are owned in full; what is open on margin is a position',
    words: ['tenencia', 'holding', 'Bestand', 'होल्डिंग', '保有', 'ที่ถืออยู่', '持仓', '庫存'],
    never: {
      'de': /\bHoldings?\b|Depotposition/i,
      'hi': /धारिता/,
      'th': /ถือครอง/,
      'zh-CN': /仓位|部位/,
      'zh-TW': /持倉|持股|倉位/,
    },
  },
  {
    term: 'position',
    meaning: 'what is open on margin',
    words: ['posición', 'position', 'Position', 'पोज़िशन', 'ポジション', 'สถานะ', '持仓', '部位'],
    never: {
      hi: /पोज़ीशन|पोजीशन/,
      ja: /建玉(?!残高|増減| \{\{num)/,
    },
  },
  {
    term: 'check',
    meaning: 'to work a claim out again on one’s own device; an identity, an address or a second factor is verified',
    words: ['comprobar', 'check', 'prüfen', 'जाँचना', '確認する', 'ตรวจสอบ', '核查', '查核'],
    never: {
      'es': /verificar esta ejecución|verificar los libros/i,
      'de': /\bverifizier(en|t)\b/i,
      'hi': /वेरिफ़ाई|चेक कर/,
      'ja': /確かめ/,
      'th': /เช็ค|เช็ก/,
      'zh-CN': /核对(执行|这笔成交|账户)|检验|校核/,
      'zh-TW': /核查|校驗/,
    },
  },
  {
    term: 'order',
    meaning: 'what a customer asks the market for',
    words: ['orden', 'order', 'Order', 'ऑर्डर', '注文', 'คำสั่ง', '委托', '委託'],
    never: {
      'de': /\bAuftr[aä]g/,
      'zh-CN': /订单|取消委托|限价委托|市价委托/,
      'zh-TW': /訂單|撤單|刪單/,
    },
    except: [
      'cards gate.password.follow',
      'follow agency.paused',
      'follow back',
      'follow date.cutOff',
      'follow ended.request',
      'follow result.title',
      'funds back.done',
      'funds back.question',
      'funds date.cutOff',
      'refusals fund.cut_off',
      'refusals mandate.closed',
    ],
  },
  {
    term: 'amount',
    meaning: 'a sum of money that somebody types or reads',
    words: ['monto', 'amount', 'Betrag', 'राशि', '金額', 'จำนวนเงิน', '金额', '金額'],
    never: {
      'es': /\bimportes?\b/i,
      'de': /\bGeldsumme|\bGeldbetr[aä]g/i,
      'hi': /रकम|रक़म|धनराशि/,
      'zh-CN': /数额|款额/,
      'zh-TW': /數額|款額/,
    },
  },
  {
    term: 'commission',
    meaning: 'what the broker takes of an order; other charges are fees and taxes',
    words: ['comisión', 'commission', 'Provision', 'कमीशन', '手数料', 'ค่าคอมมิชชัน', '手续费', '手續費'],
    never: {
      'de': /\bOrdergebühr|\bMindestgebühr|\bSchließungsgebühr|\bEröffnungsgebühr/i,
      'ja': /コスト/,
      'zh-CN': /佣金|税费|费用和税/,
      'zh-TW': /佣金|稅費/,
    },
  },
  {
    term: 'price',
    meaning: 'what one share or contract is traded at',
    words: ['precio', 'price', 'Kurs', 'भाव', '価格', 'ราคา', '价格', '價格'],
    never: {
      hi: /कीमत|क़ीमत|(लिमिट|स्टॉप|औसत|लिक्विडेशन|मध्य) मूल्य/,
    },
  },
  {
    term: 'average cost',
    meaning: 'what a share has cost on average, charges included',
    words: ['costo promedio', 'average cost', 'Ø Einstand', 'औसत लागत', '平均取得単価', 'ต้นทุนเฉลี่ย', '平均成本', '平均成本'],
    never: {
      de: /Durchschnittskosten|Durchschnittspreis/,
    },
  },
  {
    term: 'practise',
    meaning: 'to trade with practice money before registering',
    words: ['practicar sin registrarte', 'practise without registering', 'üben', 'अभ्यास', '練習', 'ฝึก', '练习', '練習'],
    never: {
      'es': /\b(modo|cuenta) demo\b/i,
      'en': /\b(demo|paper) (mode|account)\b/i,
      'de': /\bDemo(konto|modus)\b|\bPapierhandel/i,
      'hi': /डेमो|पेपर ट्रेड/,
      'ja': /デモ(口座|取引)|練習用の資金/,
      'th': /เดโม|บัญชีทดลอง/,
      'zh-CN': /(模拟|演示)(账户|练习)|试玩/,
      'zh-TW': /(模擬|示範)帳戶/,
    },
  },
  {
    term: 'simulated',
    meaning: 'made by a program: the market and its money',
    words: ['simulado', 'simulated', 'simuliert', 'सिम्युलेटेड', '模擬', 'จำลอง', '模拟', '模擬'],
    never: {
      hi: /सिमुले/,
      ja: /シミュレーション(の)?(市場|資金)|模擬マネー/,
    },
  },
  {
    term: 'collateral',
    meaning: 'what secures a loan or a position',
    words: ['garantía', 'collateral', 'Sicherheit', 'कोलैटरल', '担保', 'หลักประกัน', '担保物', '擔保品'],
    never: {
      'th': /มาร์จิ|หลักประกัน(ขั้นต่ำ|เริ่มต้น)/,
      'zh-CN': /抵押/,
      'zh-TW': /抵押|質押/,
    },
  },
  {
    term: 'placing',
    meaning: 'shares of a listed company that its issuer sells directly',
    words: ['colocación', 'placing', 'Platzierung', 'प्लेसिंग', '公募・売出', 'หุ้นเพิ่มทุน', '配售', '配售'],
    never: {
      ja: /売り出し|売出し|公募(?!・売出)/,
    },
  },
  {
    term: 'staff',
    meaning: 'who works for the broker',
    words: ['personal', 'staff', 'Personal', 'कर्मचारी', 'スタッフ', 'พนักงาน', '工作人员', '工作人員'],
    never: {
      'hi': /स्टाफ़/,
      'ja': /社員|職員/,
      'zh-CN': /的员工|我们.{0,2}员工|员工操作/,
    },
  },
  {
    term: 'support',
    meaning: 'who answers customers',
    words: ['Atención al cliente', 'Support', 'Support', 'ग्राहक सेवा', 'サポート', 'ฝ่ายบริการลูกค้า', '客服', '客服'],
    never: {
      'de': /Kundenservice|Kundendienst|Unterhaltung|\bGespräch/i,
      'hi': /सहायता (को लिखें|से संपर्क|के जवाब)/,
      'th': /ฝ่าย(ช่วยเหลือ|สนับสนุน)/,
      'zh-CN': /客户会话|查看会话|关闭会话/,
    },
  },
  {
    term: 'permission',
    meaning: 'what an account may do beyond buying and selling shares',
    words: ['permiso', 'permission', 'Freigabe', 'अनुमति', '許可', 'สิทธิ์', '权限', '權限'],
    never: {
      de: /freischalt/i,
    },
  },
  {
    term: 'forex',
    meaning: 'pairs of currencies and metals',
    words: ['Forex', 'Forex', 'Devisen', 'फ़ॉरेक्स', 'FX', 'ฟอเร็กซ์', '外汇', '外匯'],
    never: {
      es: /^Monedas y metales$/,
      en: /^Currencies and metals$/,
      de: /\bForex\b/i,
    },
  },
  {
    term: 'watchlist',
    meaning: 'instruments that somebody follows',
    words: ['favoritos', 'watchlist', 'Merkliste', 'वॉचलिस्ट', 'ウォッチリスト', 'รายการโปรด', '自选', '自選'],
    never: {
      ja: /ウォッチ(?!リスト)/,
    },
    except: ['common tab.watchlist'],
  },
  {
    term: 'e-mail',
    meaning: 'an address and what is sent to it',
    words: ['correo', 'e-mail', 'E-Mail', 'ई-मेल', 'メール', 'อีเมล', '邮箱', '電子郵件'],
    never: {
      'hi': /ईमेल/,
      'zh-CN': /电子邮箱|电邮/,
      'zh-TW': /信箱|電郵/,
    },
  },
  {
    term: 'buy and open',
    meaning: 'the words of the market itself, where a neighbouring country has others',
    words: ['comprar', 'buy', 'kaufen', 'ख़रीदना', '買う', 'ซื้อ', '买入', '買進'],
    never: {
      'zh-TW': /劃轉|劃入|買入|開倉|(股票|證券|名稱或)代碼/,
    },
  },
]
