type Named = Readonly<{ instrumentId: string; code: string }>

/** The id, by which halts and delistings name it, and the ticker that customers see where that is another by now. */
export const instrumentText = ({ instrumentId, code }: Named): string =>
  instrumentId.endsWith(`:${code}`) ? instrumentId : `${instrumentId} (${code})`
