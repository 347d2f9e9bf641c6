import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { IconDoor } from '@rueda/ui/actions/IconDoor.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { EyeButton, PrivacyMask } from '@rueda/ui/money/PrivacyMask.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { Sparkline } from '@rueda/ui/quotes/Sparkline.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, HandCoins, type LucideIcon } from 'lucide-react'
import { wallets } from '@rueda/contract/wallets.ts'
import type { RoutePath } from '../../routes.ts'
import { Explained } from '../../shared/figures/Explained.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { OpenWithdrawals } from '../../shared/wallets/OpenWithdrawals.tsx'
import { Returns } from './Returns.tsx'
import { type Overview, useLiveOverview } from '../../shared/wallets/use-overview.ts'

/** The total, what today brought of it, its curve, and the actions for it; all of one moment, and to the last price. */
export function Balance() {
  const overview = useLiveOverview()
  return (
    <Card className="@container">
      <div className={PARTS}>
        <Loaded query={overview} reason={whyFailed} skeleton={<BalanceSkeleton />}>
          {(data) => (
            <>
              <Total overview={data} />
              <div className="col-span-full">
                <EquityCurve overview={data} />
                <Returns returns={data.returns} />
              </div>
            </>
          )}
        </Loaded>
        <BalanceActions />
      </div>
    </Card>
  )
}

/**
 * Where the card is wide enough for a total of nine digits beside the actions, these stand at its right; elsewhere below the returns. What is
 * still to come may be as wide as the card: beside the actions it is as narrow as the total.
 */
const PARTS =
  'grid grid-cols-[minmax(0,1fr)] @min-[640px]:grid-cols-[minmax(0,1fr)_332px] @min-[640px]:gap-x-4 @min-[640px]:*:aria-busy:col-span-full @min-[640px]:*:aria-busy:row-start-1'

/** Total assets with today's result; masked in private mode. */
export function Total({ overview }: { overview: Overview }) {
  const t = useText('home')
  const { currency, totalAssets, todayProfit, todayProfitRatio } = overview
  return (
    <div>
      <div className="-my-2.5 flex items-center gap-0.5 text-meta text-text3">
        {t('total', { currency })}
        <EyeButton />
      </div>
      <p className="text-price large:text-total">
        <Explained read={query(wallets.explainOverview, { figure: 'total' })}>
          <PrivacyMask>
            <Price value={totalAssets} currency={currency} size="large" />
          </PrivacyMask>
        </Explained>
      </p>
      <p className="flex min-h-6 items-center gap-1.5 text-label">
        <Explained read={query(wallets.explainOverview, { figure: 'today' })}>
          <Change own absolute={todayProfit} percent={todayProfitRatio} currency={currency} />
        </Explained>
        <span className="text-meta text-text3">{t('today')}</span>
      </p>
      <OpenWithdrawals openWithdrawals={overview.openWithdrawals} currency={currency} />
    </div>
  )
}

const MIN_CURVE = 2
/** A hundredth of the total from bottom to top: a dollar of a hundred thousand is a flat line. */
const MIN_SHARE = 0.01

/** At most thirty days of total assets, the last point being now. An account of today has the course of today. */
export function EquityCurve({ overview, height = 72 }: Readonly<{ overview: Overview; height?: number }>) {
  const t = useText('home')
  const { hidesAmounts } = useUi()
  const { curve } = overview
  const [first] = curve
  const isNew = first === undefined || curve.length < MIN_CURVE
  const values = isNew ? courseOfToday(overview) : curve.map(({ value }) => value)
  return (
    <div className="flex flex-col gap-1 pt-2.5 pb-1.5">
      <Sparkline
        area
        closes={values}
        width={360}
        height={height}
        leastShare={MIN_SHARE}
        label={hidesAmounts ? t('curve.hidden') : t('curve.label')}
      />
      <p className="num text-meta text-text3">{isNew ? t('curve.new') : t('curve.since', { date: formatDate(first.date) })}</p>
    </div>
  )
}

/** What was there before today brought anything, and what is there now. */
const courseOfToday = ({ totalAssets, todayProfit }: Overview): readonly string[] => {
  const [total, today] = [parseScaled(totalAssets), parseScaled(todayProfit)]
  return total === null || today === null ? [totalAssets] : [formatScaled(total - today), totalAssets]
}

const actions = [
  { path: 'pages/deposit/index', key: 'act.deposit', icon: ArrowDownToLine },
  { path: 'pages/withdraw/bcard', key: 'act.withdraw', icon: ArrowUpFromLine },
  { path: 'pages/profile/transfer', key: 'act.transfer', icon: ArrowLeftRight },
  { path: 'pages/loan/index', key: 'act.loan', icon: HandCoins },
] as const satisfies readonly Readonly<{ path: RoutePath; key: string; icon: LucideIcon }>[]

function BalanceActions() {
  const t = useText('home')
  return (
    <div className="mt-1.5 grid auto-cols-fr grid-flow-col gap-x-1 @min-[640px]:-mt-0.5 @min-[640px]:col-start-2 @min-[640px]:row-start-1 @min-[640px]:self-start">
      {actions.map(({ path, key, icon }) => (
        <IconDoor key={path} round href={hrefTo(path)} icon={icon} label={t(key)} />
      ))}
    </div>
  )
}

/** The curve with its line of words, and the two returns. */
const [CURVE_SKELETON, RETURNS_SKELETON] = [114, 50]

const BalanceSkeleton = () => (
  <div className="flex flex-col gap-2">
    <Skeleton width={120} height={18} />
    <Skeleton width={220} height={36} />
    <Skeleton width={160} height={20} />
    <Skeleton height={CURVE_SKELETON} />
    <Skeleton height={RETURNS_SKELETON} />
  </div>
)
