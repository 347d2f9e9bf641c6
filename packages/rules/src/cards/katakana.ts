/** Katakana in Latin letters as passports spell it (Hepburn, long vowels written short). */
const syllables: Readonly<Record<string, string>> = {
  ...{ ア: 'A', イ: 'I', ウ: 'U', エ: 'E', オ: 'O', カ: 'KA', キ: 'KI', ク: 'KU', ケ: 'KE', コ: 'KO' },
  ...{ サ: 'SA', シ: 'SHI', ス: 'SU', セ: 'SE', ソ: 'SO', タ: 'TA', チ: 'CHI', ツ: 'TSU', テ: 'TE', ト: 'TO' },
  ...{ ナ: 'NA', ニ: 'NI', ヌ: 'NU', ネ: 'NE', ノ: 'NO', ハ: 'HA', ヒ: 'HI', フ: 'FU', ヘ: 'HE', ホ: 'HO' },
  ...{ マ: 'MA', ミ: 'MI', ム: 'MU', メ: 'ME', モ: 'MO', ヤ: 'YA', ユ: 'YU', ヨ: 'YO' },
  ...{ ラ: 'RA', リ: 'RI', ル: 'RU', レ: 'RE', ロ: 'RO', ワ: 'WA', ヲ: 'O', ン: 'N', ヴ: 'VU' },
  ...{ ガ: 'GA', ギ: 'GI', グ: 'GU', ゲ: 'GE', ゴ: 'GO', ザ: 'ZA', ジ: 'JI', ズ: 'ZU', ゼ: 'ZE', ゾ: 'ZO' },
  ...{ ダ: 'DA', ヂ: 'JI', ヅ: 'ZU', デ: 'DE', ド: 'DO', バ: 'BA', ビ: 'BI', ブ: 'BU', ベ: 'BE', ボ: 'BO' },
  ...{ パ: 'PA', ピ: 'PI', プ: 'PU', ペ: 'PE', ポ: 'PO' },
}
/** A small letter takes the place of the vowel before it: キ and ャ are KYA, シ and ャ are SHA, フ and ェ are FE. */
const smallLetters: Readonly<Record<string, string>> = {
  ...{ ァ: 'A', ィ: 'I', ゥ: 'U', ェ: 'E', ォ: 'O', ャ: 'YA', ュ: 'YU', ョ: 'YO' },
}
const LONG_VOWEL = 'ー'
const DOUBLED_CONSONANT = 'ッ'
const LAST_VOWEL = /[AIUEO]$/u
const SOFT_CONSONANT = /(SH|CH|J)$/u
const LONG_O = /(?:OU|OO)/gu
const LONG_U = /UU/gu

export function romanised(name: string): string {
  let latin = ''
  let isDoubled = false
  for (const sign of name.normalize('NFKC')) {
    if (sign === DOUBLED_CONSONANT || sign === LONG_VOWEL) {
      isDoubled = sign === DOUBLED_CONSONANT
      continue
    }
    const small = smallLetters[sign]
    const syllable = syllables[sign] ?? sign
    if (small !== undefined) latin = withSmall(latin, small)
    else latin += isDoubled ? `${syllable.slice(0, 1)}${syllable}` : syllable
    isDoubled = false
  }
  return latin.replaceAll(LONG_O, 'O').replaceAll(LONG_U, 'U')
}

function withSmall(latin: string, small: string): string {
  const stem = latin.replace(LAST_VOWEL, '')
  return stem + (SOFT_CONSONANT.test(stem) ? small.replace('Y', '') : small)
}
