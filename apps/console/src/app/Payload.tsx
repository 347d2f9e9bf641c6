/** Fields and their values as they are, for the input of a request and the state before and after an act. */
export function Payload({ value }: Readonly<{ value: unknown }>) {
  if (value === null || value === undefined) return <span className="text-text3">—</span>
  if (typeof value !== 'object') return <span className="break-all">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-label">
      {Object.entries(value).map(([name, field]) => (
        <div key={name} className="contents">
          <dt className="text-text3">{name}</dt>
          <dd>
            {typeof field === 'object' && field !== null ? (
              <code className="text-meta break-all">{JSON.stringify(field)}</code>
            ) : (
              <Payload value={field} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
