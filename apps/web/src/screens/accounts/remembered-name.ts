const KEY = 'rueda.login.name'

/** The name to log in with, on devices whose owner asked for it. Never the password. */
export function rememberedName(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    // A browser that forbids keeping anything remembers nobody.
    return ''
  }
}

export function rememberName(name: string): void {
  try {
    if (name === '') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, name)
  } catch {
    // It stays as it is.
  }
}
