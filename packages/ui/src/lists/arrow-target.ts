type Pressed = Readonly<{ key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }>

/**
 * The place in a list that a key leads to: up and down to the one before and after, Home and End to the ends. Null for other keys, for keys
 * pressed with others, and beyond an end.
 */
export function arrowTarget(pressed: Pressed, at: number, length: number): number | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  if (ctrlKey || metaKey || altKey || shiftKey) return null
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: length - 1 }
  const to = places[key]
  return to === undefined || to < 0 || to >= length ? null : to
}
