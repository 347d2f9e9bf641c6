import { files } from '@rueda/contract/files.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'

/** The link to one's own picture is valid for five minutes. */
const FRESH_MS = 240_000

const sizes = { small: 'max-h-32', large: 'max-h-64' } as const
type OwnPictureProps = Readonly<{ url: string; alt: string; size?: keyof typeof sizes }>

/** A picture of one's own, by a link that expires soon; pressing it opens it whole. */
export function OwnPicture({ url, alt, size = 'large' }: OwnPictureProps) {
  const { data } = useQuery({ ...query(files.link, { url }), staleTime: FRESH_MS, refetchInterval: FRESH_MS })
  if (data === undefined) return <div className="h-40 w-56 max-w-full rounded-control bg-s2" />
  return (
    <a href={data.link} target="_blank" rel="noreferrer" className="block">
      <img src={data.link} alt={alt} className={classes('max-w-full rounded-control', sizes[size])} />
    </a>
  )
}
