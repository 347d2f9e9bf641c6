const ON_THIS_MACHINE = /\/\/(?:127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|\/|$)/u

/**
 * An address of this machine as people type it. A browser keeps cookies and passkeys by the name in its address bar, so
 * everything that is printed or mailed has to say the same one.
 */
export const shownAddress = (address: string): string => address.replace(ON_THIS_MACHINE, '//localhost')

/** Returns the address that a server will listen at. */
export const listenAddress = ({ HOST, PORT }: Readonly<{ HOST: string; PORT: number }>): string =>
  shownAddress(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`)
