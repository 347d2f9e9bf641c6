/**
 * The words of the app: `<language>/<feature>.json`, plain JSON, flat. Spanish is the list of keys; a test holds the
 * other seven to it. A key's plural forms end in `_one` and `_other`; the key itself is written without them.
 */
export const textLanguages = ['es', 'en', 'de', 'hi', 'ja', 'th', 'zh-CN', 'zh-TW'] as const
export type TextLanguage = (typeof textLanguages)[number]

export const features = [
  'common',
  'titles',
  'ui',
  'status',
  'refusals',
  'accounts',
  'agreement-texts',
  'agreements',
  'alerts',
  'article-kinds',
  'articles',
  'blocks',
  'cards',
  'charts',
  'companies',
  'complaints',
  'deposits',
  'desk',
  'executions',
  'fees',
  'figures',
  'follow',
  'funds',
  'home',
  'instruments',
  'invite',
  'kyc',
  'loans',
  'market',
  'market-rules',
  'messages',
  'mining',
  'notifications',
  'offerings',
  'orders',
  'permissions',
  'placing',
  'plans',
  'positions',
  'powers',
  'practice',
  'profile',
  'quotes',
  'replies',
  'robots',
  'search',
  'security',
  'settings',
  'statements',
  'subscriptions',
  'suitability',
  'suitability-questions',
  'switches',
  'synonyms',
  'support',
  'terms',
  'transfers',
  'trust',
  'wallets',
  'watchlist',
  'webview',
  'withdrawals',
] as const
export type Feature = (typeof features)[number]

type Texts = {
  'common': typeof import('./es/common.json')
  'titles': typeof import('./es/titles.json')
  'ui': typeof import('./es/ui.json')
  'status': typeof import('./es/status.json')
  'refusals': typeof import('./es/refusals.json')
  'accounts': typeof import('./es/accounts.json')
  'agreement-texts': typeof import('./es/agreement-texts.json')
  'agreements': typeof import('./es/agreements.json')
  'alerts': typeof import('./es/alerts.json')
  'article-kinds': typeof import('./es/article-kinds.json')
  'articles': typeof import('./es/articles.json')
  'blocks': typeof import('./es/blocks.json')
  'cards': typeof import('./es/cards.json')
  'charts': typeof import('./es/charts.json')
  'companies': typeof import('./es/companies.json')
  'complaints': typeof import('./es/complaints.json')
  'deposits': typeof import('./es/deposits.json')
  'desk': typeof import('./es/desk.json')
  'executions': typeof import('./es/executions.json')
  'fees': typeof import('./es/fees.json')
  'figures': typeof import('./es/figures.json')
  'follow': typeof import('./es/follow.json')
  'funds': typeof import('./es/funds.json')
  'home': typeof import('./es/home.json')
  'instruments': typeof import('./es/instruments.json')
  'invite': typeof import('./es/invite.json')
  'kyc': typeof import('./es/kyc.json')
  'loans': typeof import('./es/loans.json')
  'market': typeof import('./es/market.json')
  'market-rules': typeof import('./es/market-rules.json')
  'messages': typeof import('./es/messages.json')
  'mining': typeof import('./es/mining.json')
  'notifications': typeof import('./es/notifications.json')
  'offerings': typeof import('./es/offerings.json')
  'orders': typeof import('./es/orders.json')
  'permissions': typeof import('./es/permissions.json')
  'placing': typeof import('./es/placing.json')
  'plans': typeof import('./es/plans.json')
  'positions': typeof import('./es/positions.json')
  'powers': typeof import('./es/powers.json')
  'practice': typeof import('./es/practice.json')
  'profile': typeof import('./es/profile.json')
  'quotes': typeof import('./es/quotes.json')
  'replies': typeof import('./es/replies.json')
  'robots': typeof import('./es/robots.json')
  'search': typeof import('./es/search.json')
  'security': typeof import('./es/security.json')
  'settings': typeof import('./es/settings.json')
  'statements': typeof import('./es/statements.json')
  'subscriptions': typeof import('./es/subscriptions.json')
  'suitability': typeof import('./es/suitability.json')
  'suitability-questions': typeof import('./es/suitability-questions.json')
  'switches': typeof import('./es/switches.json')
  'synonyms': typeof import('./es/synonyms.json')
  'support': typeof import('./es/support.json')
  'terms': typeof import('./es/terms.json')
  'transfers': typeof import('./es/transfers.json')
  'trust': typeof import('./es/trust.json')
  'wallets': typeof import('./es/wallets.json')
  'watchlist': typeof import('./es/watchlist.json')
  'webview': typeof import('./es/webview.json')
  'withdrawals': typeof import('./es/withdrawals.json')
}

type WithoutPlural<Key> = Key extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : Key
type WithoutDefault<Key> = Exclude<Key, 'default'>

/** TextKey<'orders'> is every key of es/orders.json. */
export type TextKey<Name extends Feature> = WithoutPlural<WithoutDefault<keyof Texts[Name]>> & string
