import { create } from 'zustand'

type Notice = Readonly<{ id: number; text: string; kind: 'done' | 'refusal' }>

const useNewest = create<Readonly<{ count: number; notice: Notice | null }>>()(() => ({ count: 0, notice: null }))

/** Shows a message about the newest act, in place of the one before. */
export const notify = (text: string, kind: Notice['kind']): void =>
  useNewest.setState(({ count }) => ({ count: count + 1, notice: { id: count + 1, text, kind } }))

export const clearNotice = (): void => useNewest.setState({ notice: null })

export const useNotice = (): Notice | null => useNewest(({ notice }) => notice)
