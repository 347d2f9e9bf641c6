/** Note under the title of a printed document. */
const PRINTED = 'Printed by `npm run docs`; edit the tables in the code, not this page.'

export const page = (title: string, parts: readonly string[]): string => `${[`# ${title}`, PRINTED, ...parts].join('\n\n')}\n`

export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
