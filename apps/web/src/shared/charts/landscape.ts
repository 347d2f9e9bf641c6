/** Asks a telephone to fill its screen and to switch to landscape. Not every one can; the chart is then turned in the page instead. */
type Orientation = ScreenOrientation & Readonly<{ lock?: (orientation: 'landscape') => Promise<void> }>

const HELD_IN_HAND = '(pointer: coarse) and (max-width: 599px)'

export async function lieDown(): Promise<void> {
  if (!window.matchMedia(HELD_IN_HAND).matches) return
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
    await (window.screen.orientation as Orientation).lock?.('landscape')
  } catch {
    // Refused, or not known here: the page turns the chart itself.
  }
}

export function standUp(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
}
