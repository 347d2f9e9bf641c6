/** A text with its gaps filled. A sentence that ends with what fills one has one full stop, also where that ends with its own ("EE. UU."). */
export const filled = (text: string, fill: (name: string) => unknown): string =>
  text.replace(/\{\{(\w+)\}\}(\.?)/gu, (_, name: string, stop: string) => {
    const value = String(fill(name))
    return value.endsWith('.') ? value : value + stop
  })
