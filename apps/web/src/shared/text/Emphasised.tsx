/** A sentence whose parts between ** are the ones to read twice. */
export function Emphasised({ text }: { text: string }) {
  return text.split('**').map((part, at) =>
    at % 2 === 1 ? (
      <b key={`${part} ${at}`} className="num font-semibold text-text1">
        {part}
      </b>
    ) : (
      part
    ),
  )
}
