/** Drawings of what is to be seen in a picture, while there is none. */
const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round' } as const

export function CardOutline({ side }: Readonly<{ side: 'front' | 'back' }>) {
  return (
    <svg aria-hidden viewBox="0 0 86 54" className="w-full">
      <rect x="1" y="1" width="84" height="52" rx="5" {...stroke} />
      {side === 'front' ? (
        <>
          <rect x="8" y="12" width="22" height="28" rx="3" {...stroke} />
          <circle cx="19" cy="22" r="4.5" {...stroke} />
          <path d="M11.5 36c1.5-5 4-7 7.5-7s6 2 7.5 7M38 16h32M38 24h38M38 32h24M38 40h30" {...stroke} />
        </>
      ) : (
        <>
          <path d="M8 12h34M8 19h26M8 26h30" {...stroke} />
          <rect x="58" y="9" width="20" height="20" rx="2" {...stroke} />
          <path d="M8 39h70M8 44h70M8 49h70" strokeDasharray="2.5 2.5" {...stroke} />
        </>
      )}
    </svg>
  )
}

export const PageOutline = () => (
  <svg aria-hidden viewBox="0 0 88 62" className="w-full">
    <rect x="1" y="1" width="86" height="60" rx="5" {...stroke} />
    <rect x="8" y="10" width="24" height="30" rx="3" {...stroke} />
    <circle cx="20" cy="21" r="5" {...stroke} />
    <path d="M12 36c1.5-5 4.5-7.5 8-7.5s6.5 2.5 8 7.5M40 13h36M40 21h28M40 29h36M40 37h22" {...stroke} />
    <path d="M8 48h72M8 54h72" strokeDasharray="2.5 2.5" {...stroke} />
  </svg>
)
