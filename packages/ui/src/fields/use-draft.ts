import { type FocusEvent, type InputEvent, useLayoutEffect, useRef, useState } from 'react'
import { useUi } from '../provider/context.tsx'
import { marksOf } from '../formats/format.ts'
import type { Language } from '../formats/languages.ts'
import { type TypedAmount, type TypedHint, readTyped } from './typed-amount.ts'
import { type Draft, fits, parsePasted, readDraft, showDraft, withKey } from './typing.ts'
import { type UiText, fill } from '../provider/ui-text.ts'

type DraftField = Readonly<{
  value: Draft
  replaces: boolean
  onChange: (value: Draft) => void
  onBlur: (() => void) | undefined
  decimals: number
  /** The value for text that is no amount. */
  unreadable: Draft
}>

/** Typed text where it is not what we would show for `value`, and what there is to say about it. */
type Note = Readonly<{ value: Draft; asTyped: string | null; hint: TypedHint | null; isWrong: boolean }>

const REFUSED_VIBRATE_MS = 20

/** Turns what happens in an amount's field into canonical decimal text, and keeps the caret where the person left it. */
export function useDraft({ value, replaces, onChange, onBlur: left, decimals, unreadable }: DraftField) {
  const { language, text, vibrates } = useUi()
  const [noted, setNote] = useState<Note | null>(null)
  // A value that came from elsewhere has nothing to do with what was typed.
  const note = noted?.value === value ? noted : null
  const shown = note?.asTyped ?? showDraft(value, language)
  const caret = useRef<{ field: HTMLInputElement; at: (shown: string) => number } | null>(null)

  useLayoutEffect(() => {
    if (caret.current === null) return
    const { field, at } = caret.current
    caret.current = null
    const place = at(field.value)
    field.setSelectionRange(place, place)
  })

  const onInput = (event: InputEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const first = replaces ? firstOf(event.nativeEvent, decimals) : null
    const entry: Entry =
      first === null
        ? entryOf(field, event.nativeEvent, { language, decimals, isAsTyped: note?.asTyped !== undefined && note.asTyped !== null })
        : { amount: { is: 'amount', draft: first, hint: null }, asTyped: null, at: (now) => now.length }
    const { amount, asTyped, at } = entry
    caret.current = { field, at }
    const isAmount = amount.is === 'amount'
    if (!isAmount && vibrates) navigator.vibrate?.(REFUSED_VIBRATE_MS)
    if (amount.is === 'refused') {
      setNote({ value, asTyped: note?.asTyped ?? null, hint: amount.hint, isWrong: true })
      // The same value again puts the field back to what it was.
      field.value = shown
      return
    }
    const next = isAmount ? amount.draft : unreadable
    setNote({ value: next, asTyped, hint: amount.hint, isWrong: amount.is === 'unreadable' })
    if (next !== value) onChange(next)
  }
  const onFocus = (event: FocusEvent<HTMLInputElement>) => (replaces ? event.currentTarget.select() : undefined)
  const onBlur = () => {
    // An amount is shown as it was understood; what is none stays, with what is wrong about it.
    if (note !== null && note.value !== unreadable) setNote(null)
    left?.()
  }
  const hint = note?.hint ?? null
  const said = hint === null ? null : sayHint(text, hint, language, decimals)
  return { shown, onInput, onFocus, onBlur, wrong: note?.isWrong === true ? said : null, said }
}

function sayHint(text: UiText, hint: TypedHint, language: Language, decimals: number): string {
  return fill(text[hint], { most: String(decimals), ...marksOf(language) })
}

/** The draft that one typed digit or mark begins; null for anything else that happens in a field. */
function firstOf(event: Event, decimals: number): Draft | null {
  const typed = event instanceof window.InputEvent && event.inputType === 'insertText' ? (event.data ?? '') : ''
  return typed.length === 1 ? withKey('', typed, decimals) : null
}

type Entry = Readonly<{ amount: TypedAmount; asTyped: string | null; at: (shown: string) => number }>
type Reading = Readonly<{ language: Language; decimals: number; isAsTyped: boolean }>

/** One typed character is added to what stands in the field; anything longer is read as pasted text. */
function entryOf(field: HTMLInputElement, event: Event, reading: Reading): Entry {
  const { language, decimals, isAsTyped } = reading
  const typed = event instanceof window.InputEvent ? event.data : null
  const removes = event instanceof window.InputEvent && event.inputType.startsWith('delete')
  const caret = field.selectionStart ?? field.value.length
  if (!removes && typed?.length !== 1) return pasted(field.value, language, decimals)
  if (isAsTyped) return typedText(field.value, caret, { ...reading, removes })
  if (removes || /\d/.test(typed ?? '')) {
    return { amount: plainAmount(readDraft(field.value, language), decimals), asTyped: null, at: keepPlace(field.value, caret, language) }
  }
  // The groups that stand there are ours; only the mark that was just typed is the person's.
  const ungrouped = (part: string): string => part.split(marksOf(language).group).join('')
  const before = ungrouped(field.value.slice(0, caret - 1)) + (typed ?? '')
  return typedText(before + ungrouped(field.value.slice(caret)), before.length, { ...reading, removes })
}

function typedText(text: string, caret: number, { language, decimals, removes }: Reading & Readonly<{ removes: boolean }>): Entry {
  const read = readTyped(text, language, decimals)
  // Text left after removing stays, even where it is no amount: it cannot be put back by removing.
  const amount = removes && read.is === 'refused' ? ({ is: 'unreadable', hint: read.hint } as const) : read
  const isOurs = amount.is === 'amount' && !/[^\d]/.test(text.replace(marksOf(language).decimal, ''))
  if (!isOurs) return { amount, asTyped: text, at: () => caret }
  return { amount, asTyped: null, at: keepPlace(text, caret, language) }
}

function pasted(text: string, language: Language, decimals: number): Entry {
  const draft = text === '' ? '' : parsePasted(text, language)
  const whole = decimals === 0 ? draft?.replace(/\.0*$/, '') : draft
  const amount = whole === null || whole === undefined ? ({ is: 'refused', hint: 'notANumber' } as const) : plainAmount(whole, decimals)
  return { amount, asTyped: null, at: (shown) => shown.length }
}

function plainAmount(draft: Draft, decimals: number): TypedAmount {
  if (fits(draft, decimals)) return { is: 'amount', draft, hint: null }
  const isFraction = (draft.split('.')[1]?.length ?? 0) > decimals
  return { is: 'refused', hint: isFraction ? 'tooManyDecimals' : 'tooLong' }
}

/** Digits and the decimal mark before the caret stay before it; groups come and go. */
function keepPlace(text: string, caret: number, language: Language): (shown: string) => number {
  const significant = readDraft(text.slice(0, caret), language).length
  return (shown) => {
    for (let at = 0; at <= shown.length; at += 1) {
      if (readDraft(shown.slice(0, at), language).length >= significant) return at
    }
    return shown.length
  }
}
