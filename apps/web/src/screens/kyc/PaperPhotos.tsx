import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { PhotoUpload } from '../../shared/pictures/PhotoUpload.tsx'
import { useText } from '../../shared/text/text.ts'
import { CardOutline, PageOutline } from './outlines.tsx'
import type { IdentityFormState } from './use-identity-form.ts'

/** The second step: pictures of the paper, each looked at before it leaves the device. */
export function PaperPhotos({ form }: Readonly<{ form: IdentityFormState }>) {
  const t = useText('kyc')
  const { type, photos, photosMissing, photo } = form
  const missing = (url: string | null): string | null => (photosMissing && url === null ? t('photo.missing') : null)
  return (
    <>
      <Card>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-label font-normal text-text2">
          <li>{t('tip.glare')}</li>
          <li>{t('tip.edges')}</li>
          <li>{t('tip.text')}</li>
        </ul>
      </Card>
      <Card>
        <div className="flex flex-col gap-5">
          {type === 'passport' ? (
            <PhotoUpload
              label={t('page')}
              shape="page"
              example={<PageOutline />}
              question={t('legible')}
              hint={t('page.hint')}
              error={missing(photos.front)}
              onChange={(url) => photo('front', url)}
            />
          ) : (
            (['front', 'back'] as const).map((side) => (
              <PhotoUpload
                key={side}
                label={t(side)}
                shape="card"
                example={<CardOutline side={side} />}
                question={t('legible')}
                hint={t('card.hint')}
                error={missing(photos[side])}
                onChange={(url) => photo(side, url)}
              />
            ))
          )}
        </div>
      </Card>
      <div className="grid grid-cols-[auto_1fr] gap-2.5">
        <Button tone="secondary" size="large" onPress={() => form.back('data')}>
          {t('back.step')}
        </Button>
        <Button size="large" wide onPress={form.next}>
          {t('continue')}
        </Button>
      </div>
    </>
  )
}
