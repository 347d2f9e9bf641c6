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
    words: ['bróker', 'broker', 'Broker', 'ब्रोकर', '証券会社', 'โบรกเกอร์', '券商', '券商'],
    never: {
      'es': /\boperador\b|\b(la|esta) casa\b/i,
      'en': /\boperator\b|\b(the|this) house\b/i,
      'de': /\bBetreiber|\b(das|des|vom|beim|dem|dieses) Haus/i,
      'hi': /संचालक|(?<!क्लियरिंग )हाउस/,
      'ja': /運営者|ブローカー/,
      'th': /ผู้ให้บริการ/,
      'zh-CN': /运营[方者]|平台/,
      'zh-TW': /營運[方者]|平台/,
    },
    except: ['companies does.information-services'],
  },
  {
    term: 'account entry',
    meaning: 'an entry of the books of one account; an entry of the public log has another word in Spanish',
    words: ['asiento', 'entry', 'Eintrag', 'प्रविष्टि', '記帳', 'รายการ', '分录', '分錄'],
    never: { es: /\b(tus|tu|de la cuenta) entradas?\b|entradas de (tu|la) cuenta/i },
  },
  {
    term: 'holding',
    meaning: 'shares or units that are owned in full; what is open on margin is a position',
    words: ['tenencia', 'holding', 'Bestand', 'होल्डिंग', '保有', 'ที่ถืออยู่', '持仓', '持倉'],
    never: {},
  },
  {
    term: 'check',
    meaning: 'to work a claim out again on one’s own device; an identity, an address or a second factor is verified',
    words: ['comprobar', 'check', 'prüfen', 'जाँचना', '確認する', 'ตรวจสอบ', '核查', '查核'],
    never: { es: /verificar esta ejecución|verificar los libros/i },
  },
  {
    term: 'amount',
    meaning: 'a sum of money that somebody types or reads',
    words: ['monto', 'amount', 'Betrag', 'राशि', '金額', 'จำนวนเงิน', '金额', '金額'],
    never: { es: /\bimportes?\b/i },
  },
  {
    term: 'practise',
    meaning: 'to trade with practice money before registering',
    words: ['practicar sin registrarte', 'practise without registering', 'üben', 'अभ्यास', '練習', 'ฝึก', '练习', '練習'],
    never: { es: /\b(modo|cuenta) demo\b/i, en: /\b(demo|paper) (mode|account)\b/i, de: /\bDemokonto\b/i },
  },
]
