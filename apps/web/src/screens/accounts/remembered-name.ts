const KEY = 'rueda.login.name'

/** The name to log in with, on devices whose owner asked for it. Never the password. */
export const rememberedName = (): string => localStorage.getItem(KEY) ?? ''

export function rememberName(name: string): void {
  if (name === '') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, name)
}
