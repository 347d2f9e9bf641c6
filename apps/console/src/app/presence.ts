/**
 * Whether somebody is there. A screen reads again by itself, and that alone must keep nobody signed in: a read counts as use once
 * after a key, a press or a turn of the wheel, and opening the console is use too.
 */
let isActive = true

for (const sign of ['keydown', 'pointerdown', 'wheel'] as const)
  window.addEventListener(sign, () => void (isActive = true), { capture: true, passive: true })

/** Returns true for the first read after somebody did something, and false for those that follow by themselves. */
export function consumeActivity(): boolean {
  const wasActive = isActive
  isActive = false
  return wasActive
}
