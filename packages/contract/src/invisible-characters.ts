/** Marks without width and of direction, which nobody sees and which make one text look like another. */
const HIDDEN = String.raw`[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]`
/** Keyboards join several emoji into one by such a mark: a family, a flag, a profession. */
const JOINED_EMOJI = String.raw`\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]?\u200d(?=\p{Extended_Pictographic})`

const joinedOrHidden = new RegExp(`(${JOINED_EMOJI})|${HIDDEN}`, 'gu')
const joined = new RegExp(JOINED_EMOJI, 'gu')

/** A text as it looks: without hidden marks, but for those that hold an emoji together. */
export const withoutInvisible = (text: string): string => text.replaceAll(joinedOrHidden, '$1')

/** A text to be judged for hidden marks: those inside an emoji are none. */
export const withoutJoinedEmoji = (text: string): string => text.replaceAll(joined, '')
