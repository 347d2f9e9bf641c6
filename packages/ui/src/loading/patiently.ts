const TRY_AGAIN_MS = 3_000

/** The server has another build of the app than the one that is open, and this file is not in it. */
export const BUILD_GONE = 'BuildGone'

/**
 * Fetches again and again until the connection is back, above all code that a screen needs later, such as a sheet or a chart: React
 * remembers a part that failed, and would show nothing in its place for as long as the app is open.
 */
export async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof Error && error.name === BUILD_GONE) throw error
    await connection()
    return patiently(load)
  }
}

/** Resolves when the browser says that it is online again, and after a moment in any case: not every loss is announced. */
const connection = (): Promise<void> =>
  new Promise((resolve) => {
    const again = () => {
      window.removeEventListener('online', again)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(again, TRY_AGAIN_MS)
    window.addEventListener('online', again)
  })
