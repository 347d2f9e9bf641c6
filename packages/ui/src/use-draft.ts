import { type FocusEvent, type InputEvent, useLayoutEffect, useRef, useState } from 'react'
import { useUi } from './context.tsx'
import type { Language } from './languages.ts'
import { type Draft, fits, parsePasted, readDraft, showDraft, withKey } from './typing.ts'
import { fill } from './ui-text.ts'

type DraftField = Readonly<{ value: Draft; replaces: boolean; onChange: (value: Draft) => void; decimals: number }>

const REFUSED_VIBRATE_MS = 20
const isMark = (text: string | null): boolean => text === '.' || text === ','

/** Turns what happens in an amount's field into canonical decimal text, and keeps the caret where the person left it. */
export function useDraft({ value, replaces, onChange, decimals }: DraftField) {
  const { language, text, vibrates } = useUi()
  const [refused, setRefused] = useState<string | null>(null)
  const caret = useRef<{ field: HTMLInputElement; significant: number } | null>(null)

  useLayoutEffect(() => {
    if (caret.current === null) return
    const { field, significant } = caret.current
    caret.current = null
    const at = positionAfter(field.value, significant, language)
    field.setSelectionRange(at, at)
  })

  const onInput = (event: InputEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const draft = (replaces ? firstOf(event.nativeEvent, decimals) : null) ?? draftOf(field, event.nativeEvent, value, language)
    caret.current = { field, significant: significantAfter(draft, value, field, language) }
    const short = decimals === 0 ? draft?.replace(/\.0*$/, '') : draft
    if (short === undefined || short === null || !fits(short, decimals)) {
      setRefused(
        short !== undefined && short !== null && (short.split('.')[1]?.length ?? 0) > decimals
          ? fill(text.tooManyDecimals, { most: String(decimals) })
          : text.tooLong,
      )
      if (vibrates) navigator.vibrate?.(REFUSED_VIBRATE_MS)
      // The same value again puts the field back to what it was.
      field.value = showDraft(value, language)
      return
    }
    setRefused(null)
    onChange(short)
  }
  const onFocus = (event: FocusEvent<HTMLInputElement>) => (replaces ? event.currentTarget.select() : undefined)
  return { onInput, onFocus, refused }
}

/** The draft that one typed digit or mark begins; null for anything else that happens in a field. */
function firstOf(event: Event, decimals: number): Draft | null {
  const typed = event instanceof window.InputEvent && event.inputType === 'insertText' ? (event.data ?? '') : ''
  return typed.length === 1 ? withKey('', typed, decimals) : null
}

/** One typed character is added to what we grouped ourselves; anything longer is read as pasted text. */
function draftOf(field: HTMLInputElement, event: Event, before: Draft, language: Language): Draft | null {
  const typed = event instanceof window.InputEvent ? event.data : null
  const removing = event instanceof window.InputEvent && event.inputType.startsWith('delete')
  if (field.value === '') return ''
  if (removing) return readDraft(field.value, language)
  if (typed === null || typed.length !== 1) return parsePasted(field.value, language)
  const at = (field.selectionStart ?? 1) - 1
  const others = field.value.slice(0, at) + field.value.slice(at + 1)
  if (!isMark(typed)) return /\d/.test(typed) ? readDraft(field.value, language) : before
  if (readDraft(others, language).includes('.')) return before
  const whole = readDraft(field.value.slice(0, at), language)
  return `${whole === '' ? '0' : whole}.${readDraft(field.value.slice(at + 1), language)}`
}

/** Digits and the decimal mark before the caret; groups come and go. A mark just typed is the draft's own. */
function significantAfter(draft: Draft | null, before: Draft, field: HTMLInputElement, language: Language): number {
  const added = draft !== null && draft.includes('.') && !before.includes('.') && !field.value.includes(showDraft(draft, language))
  if (added) return draft.indexOf('.') + 1
  return readDraft(field.value.slice(0, field.selectionStart ?? 0), language).length
}

function positionAfter(shown: string, significant: number, language: Language): number {
  for (let at = 0; at <= shown.length; at += 1) {
    if (readDraft(shown.slice(0, at), language).length >= significant) return at
  }
  return shown.length
}
