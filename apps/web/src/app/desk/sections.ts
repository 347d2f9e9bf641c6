import type { RoutePath } from '../../routes.ts'

/**
 * The pages that a desk lists beside each other: those of the profile's menu but its products, which have a way of their own. The list
 * itself is fetched; the frame asks here whether a page has one, so that its place is kept from the start.
 */
export const PROFILE = 'pages/profile/index' satisfies RoutePath
export const listedPaths: readonly RoutePath[] = [
  PROFILE,
  'pages/deposit/index',
  'pages/withdraw/bcard',
  'pages/bcard/index',
  'pages/profile/transaction',
  'pages/statement/index',
  'pages/watchlist/index',
  'pages/alert/index',
  'pages/service/permission',
  'pages/setting/suitability',
  'pages/fees/index',
  'pages/kycverify/index',
  'pages/setting/security',
  'pages/profile/share',
  'pages/practice/index',
  'pages/setting/index',
  'pages/service/index',
  'pages/complaint/index',
  'pages/notice/index',
  'pages/trust/index',
  'pages/trust/withdrawals',
  'pages/trust/powers',
  'pages/about/index',
]

/** Pages that a listed one leads to: there it is still the current one. */
const within: Readonly<Partial<Record<RoutePath, RoutePath>>> = {
  'pages/trust/days': 'pages/trust/index',
  'pages/trust/day': 'pages/trust/index',
  'pages/trust/liabilities': 'pages/trust/index',
  'pages/deposit/fiat': 'pages/deposit/index',
  'pages/deposit/wallet': 'pages/deposit/index',
  'pages/deposit/record': 'pages/deposit/index',
  'pages/withdraw/vm': 'pages/withdraw/bcard',
  'pages/withdraw/other': 'pages/withdraw/bcard',
  'pages/withdraw/record': 'pages/withdraw/bcard',
  'pages/bcard/modify': 'pages/bcard/index',
  'pages/vm/modify': 'pages/bcard/index',
  'pages/profile/transfer': PROFILE,
  'pages/kycverify/idcard': 'pages/kycverify/index',
  'pages/kycverify/passport': 'pages/kycverify/index',
  'pages/setting/username': 'pages/setting/security',
  'pages/setting/loginpwd': 'pages/setting/security',
  'pages/setting/paypwd': 'pages/setting/security',
  'pages/setting/devices': 'pages/setting/security',
  'pages/setting/twofactor': 'pages/setting/security',
  'pages/setting/account': 'pages/setting/security',
  'pages/setting/tax': 'pages/setting/index',
  'pages/setting/notifications': 'pages/setting/index',
  'pages/setting/agreements': 'pages/setting/index',
  'pages/download/index': 'pages/setting/index',
  'pages/notice/detail': 'pages/notice/index',
  'pages/about/licences': 'pages/about/index',
}

/** The listed page that a page is or belongs to; null for one that has no list beside it. */
export function sectionOf(path: RoutePath): RoutePath | null {
  const section = within[path] ?? path
  return listedPaths.includes(section) ? section : null
}
