import type { Logger } from 'pino'

type Closer = () => Promise<unknown>

/** The parts of a server that are open. */
export type Parts = Readonly<{
  /** Notes a part that has opened, by what closes it. While everything closes, it is closed at once and the start goes no further. */
  opened: (closer: Closer) => void
  /** Closes every part, the last opened first; asked again, it waits for the same close. */
  close: () => Promise<void>
}>

/** Keeps what closes each part of a server, so that an end at any moment of its start leaves nothing behind. */
export function openParts(log: Logger): Parts {
  const closers: Closer[] = []
  let closing: Promise<void> | null = null
  const closePart = async (closer: Closer): Promise<void> => {
    await closer().catch((error: unknown) => log.error({ err: error }, 'a part did not close'))
  }
  const closeAll = async (): Promise<void> => {
    for (const closer of closers.toReversed()) await closePart(closer)
  }
  return {
    opened: (closer) => {
      if (closing !== null) {
        void closePart(closer)
        throw new Error('A part opened after the close had begun.')
      }
      closers.push(closer)
    },
    close: () => (closing ??= closeAll()),
  }
}
