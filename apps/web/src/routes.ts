import type { TextKey } from '@rueda/text/keys.ts'

/**
 * Every page of the app in one table: its address, the screen that draws it, who may see it, and its title. A screen
 * is `screens/<file>.tsx`, exports a component with the file's name, and is fetched by a line in `screens.ts`. Pages whose
 * screens are still to be built stand in `planned.ts`.
 */
export const tabs = ['home', 'market', 'trade', 'watchlist', 'profile'] as const
export type TabName = (typeof tabs)[number]

export type Access = 'public' | 'user'
type RouteTitle = Extract<TextKey<'titles'>, string>
/** What a page fills on a desk: the trading workspace, or a wide page of tables; others stand in a column to read. */
export type DeskPlace = 'workspace' | 'wide' | 'column'
type RouteEntry = Readonly<{ screen: string; access: Access; title: RouteTitle; tab?: TabName; desk?: DeskPlace }>

export const routes = {
  '': { screen: 'home/Home', access: 'public', title: 'home', tab: 'home', desk: 'wide' },
  'pages/home/index': { screen: 'home/Home', access: 'public', title: 'home', tab: 'home', desk: 'wide' },
  'pages/market/index': { screen: 'market/Market', access: 'public', title: 'market', tab: 'market', desk: 'wide' },
  'pages/watchlist/index': { screen: 'watchlist/Watchlist', access: 'public', title: 'watchlist', tab: 'watchlist', desk: 'workspace' },
  'pages/trade/index': { screen: 'positions/Trade', access: 'public', title: 'trade', tab: 'trade', desk: 'workspace' },
  'pages/profile/index': { screen: 'profile/Profile', access: 'public', title: 'profile', tab: 'profile' },

  'pages/quote/stock': { screen: 'quotes/StockQuote', access: 'public', title: 'quote', desk: 'workspace' },
  'pages/quote/future': { screen: 'quotes/FutureQuote', access: 'public', title: 'quote', desk: 'workspace' },
  'pages/quote/globalindex': { screen: 'quotes/IndexQuote', access: 'public', title: 'quote', desk: 'workspace' },
  'pages/quote/forex': { screen: 'quotes/ForexQuote', access: 'public', title: 'quote', desk: 'workspace' },
  'pages/watchlist/manage': { screen: 'watchlist/ManageWatchlist', access: 'user', title: 'manageWatchlist' },
  'pages/watchlist/shared': { screen: 'watchlist/SharedList', access: 'public', title: 'sharedList' },

  'pages/product/future': { screen: 'market/Futures', access: 'public', title: 'futures' },
  'pages/product/popular': { screen: 'market/Popular', access: 'public', title: 'popular' },
  'pages/product/blocktrade': { screen: 'blocks/Blocks', access: 'public', title: 'blocks' },
  'pages/product/taiwan': { screen: 'market/Taiwan', access: 'public', title: 'taiwan' },

  'pages/auth/login': { screen: 'accounts/Login', access: 'public', title: 'login' },
  'pages/auth/register': { screen: 'accounts/Register', access: 'public', title: 'register' },
  'pages/auth/resetpwd': { screen: 'accounts/ResetPassword', access: 'public', title: 'resetPassword' },

  'pages/profile/share': { screen: 'profile/Invite', access: 'user', title: 'invite' },
  'pages/profile/transaction': { screen: 'wallets/Transactions', access: 'user', title: 'transactions', desk: 'wide' },
  'pages/statement/index': { screen: 'statements/Statements', access: 'user', title: 'statements', desk: 'wide' },
  'pages/profile/transfer': { screen: 'transfers/Transfer', access: 'user', title: 'transfer' },

  'pages/withdraw/vm': { screen: 'withdrawals/WithdrawToWallet', access: 'user', title: 'withdrawToWallet' },
  'pages/withdraw/bcard': { screen: 'withdrawals/WithdrawToCard', access: 'user', title: 'withdrawToCard' },
  'pages/withdraw/other': { screen: 'withdrawals/WithdrawOther', access: 'user', title: 'withdrawOther' },
  'pages/withdraw/record': { screen: 'withdrawals/WithdrawRecords', access: 'user', title: 'withdrawRecords' },

  'pages/trust/index': { screen: 'trust/Trust', access: 'public', title: 'trust' },
  'pages/trust/days': { screen: 'trust/Days', access: 'public', title: 'marketDays' },
  'pages/trust/day': { screen: 'trust/Day', access: 'public', title: 'marketDay' },
  'pages/trust/liabilities': { screen: 'trust/Liabilities', access: 'public', title: 'liabilities' },
  'pages/trust/withdrawals': { screen: 'withdrawals/WithdrawalClock', access: 'public', title: 'withdrawalClock' },

  'pages/product/follow': { screen: 'follow/Follow', access: 'public', title: 'follow' },
  'pages/payment/follow': { screen: 'follow/FollowOrder', access: 'user', title: 'followOrder' },
  'pages/yinmutual/index': { screen: 'funds/Funds', access: 'public', title: 'funds' },
  'pages/loan/index': { screen: 'loans/Loans', access: 'public', title: 'loan' },
  'pages/loan/record': { screen: 'loans/LoanRecords', access: 'user', title: 'loanRecords' },
  'pages/loan/repayment': { screen: 'loans/Repayment', access: 'user', title: 'repayment' },
  'pages/yinmutual/myhold': { screen: 'funds/MyFunds', access: 'user', title: 'myFunds' },

  'pages/plan/index': { screen: 'plans/Plans', access: 'user', title: 'plans' },
  'pages/robot/index': { screen: 'robots/Robots', access: 'public', title: 'robots' },
  'pages/robot/detail': { screen: 'robots/RobotDetail', access: 'public', title: 'robot' },
  'pages/robot/record': { screen: 'robots/MyRobots', access: 'user', title: 'myRobots' },

  'pages/deposit/index': { screen: 'deposits/Deposit', access: 'user', title: 'deposit' },
  'pages/deposit/fiat': { screen: 'deposits/BankDeposit', access: 'user', title: 'bankDeposit' },
  'pages/deposit/wallet': { screen: 'deposits/WalletDeposit', access: 'user', title: 'walletDeposit' },
  'pages/deposit/record': { screen: 'deposits/DepositRecords', access: 'user', title: 'depositRecords' },

  'pages/setting/index': { screen: 'settings/Settings', access: 'public', title: 'settings' },
  'pages/setting/security': { screen: 'settings/Security', access: 'user', title: 'security' },
  'pages/setting/username': { screen: 'settings/Username', access: 'user', title: 'username' },
  'pages/setting/loginpwd': { screen: 'settings/LoginPassword', access: 'user', title: 'loginPassword' },
  'pages/setting/paypwd': { screen: 'settings/PayPassword', access: 'user', title: 'payPassword' },

  'pages/bcard/index': { screen: 'cards/Cards', access: 'user', title: 'cards' },
  'pages/bcard/modify': { screen: 'cards/EditCard', access: 'user', title: 'editCard' },
  'pages/vm/modify': { screen: 'cards/EditWallet', access: 'user', title: 'editWallet' },

  'pages/kycverify/index': { screen: 'kyc/Identity', access: 'user', title: 'identity' },
  'pages/kycverify/idcard': { screen: 'kyc/IdCard', access: 'user', title: 'idCard' },
  'pages/kycverify/passport': { screen: 'kyc/Passport', access: 'user', title: 'passport' },

  'pages/search/index': { screen: 'search/Search', access: 'public', title: 'search' },
  'pages/news/index': { screen: 'articles/News', access: 'public', title: 'news' },
  'pages/news/detail': { screen: 'articles/ArticlePage', access: 'public', title: 'article' },
  'pages/webview/index': { screen: 'webview/WebView', access: 'public', title: 'webPage' },
  'pages/notice/index': { screen: 'messages/Messages', access: 'user', title: 'messages', desk: 'wide' },
  'pages/alert/index': { screen: 'alerts/Alerts', access: 'user', title: 'alerts' },
  'pages/notice/detail': { screen: 'messages/MessageDetail', access: 'user', title: 'message' },

  'pages/payment/stock': { screen: 'orders/StockTicket', access: 'public', title: 'order', desk: 'workspace' },
  'pages/payment/close': { screen: 'orders/CloseTicket', access: 'user', title: 'closePosition', desk: 'workspace' },
  'pages/payment/future': { screen: 'orders/FutureTicket', access: 'public', title: 'order', desk: 'workspace' },
  'pages/payment/forex': { screen: 'orders/ForexTicket', access: 'public', title: 'order', desk: 'workspace' },

  'pages/product/newstock': { screen: 'subscriptions/NewShares', access: 'public', title: 'newStocks' },
  'pages/payment/newstock': { screen: 'subscriptions/Subscribe', access: 'public', title: 'subscribe' },
  'pages/ipo/prospectus': { screen: 'subscriptions/Prospectus', access: 'public', title: 'prospectus' },
  'pages/ipo/fairness': { screen: 'subscriptions/Fairness', access: 'public', title: 'ipoFairness' },

  'pages/product/placing': { screen: 'placing/Placings', access: 'public', title: 'placings' },
  'pages/placing/record': { screen: 'placing/PlacingRecord', access: 'user', title: 'placingRecords' },

  'pages/mining/index': { screen: 'mining/Mining', access: 'user', title: 'mining' },

  'pages/service/permission': { screen: 'permissions/Permissions', access: 'user', title: 'permissions' },
  'pages/service/index': { screen: 'support/Support', access: 'user', title: 'support' },
  'pages/complaint/index': { screen: 'complaints/Complaints', access: 'public', title: 'complaints' },
  'pages/order/detail': { screen: 'orders/OrderDetail', access: 'user', title: 'orderDetail' },
  'pages/setting/devices': { screen: 'settings/Devices', access: 'user', title: 'devices' },
  'pages/setting/twofactor': { screen: 'security/TwoFactor', access: 'user', title: 'twoFactor' },
  'pages/setting/account': { screen: 'security/Account', access: 'user', title: 'account' },
  'pages/practice/index': { screen: 'practice/BeginAgain', access: 'user', title: 'beginAgain' },
  'pages/setting/tax': { screen: 'settings/TaxResidence', access: 'user', title: 'tax' },
  'pages/setting/suitability': { screen: 'suitability/Suitability', access: 'user', title: 'suitability' },
  'pages/setting/notifications': { screen: 'settings/Notifications', access: 'user', title: 'notifications' },
  'pages/setting/agreements': { screen: 'agreements/Agreements', access: 'public', title: 'agreements' },
  'pages/fees/index': { screen: 'fees/Fees', access: 'public', title: 'fees' },
  'pages/trust/powers': { screen: 'powers/Powers', access: 'public', title: 'powers' },
  'pages/download/index': { screen: 'settings/Download', access: 'public', title: 'download' },
  'pages/about/licences': { screen: 'settings/Licences', access: 'public', title: 'licences' },
  'pages/about/index': { screen: 'settings/About', access: 'public', title: 'about' },
} as const satisfies Record<string, RouteEntry>

export type RoutePath = keyof typeof routes
/** The screens there are. */
export type ScreenName = (typeof routes)[RoutePath]['screen']
export const routePaths = Object.keys(routes) as RoutePath[]

export const tabPaths: Readonly<Record<TabName, RoutePath>> = {
  home: '',
  market: 'pages/market/index',
  trade: 'pages/trade/index',
  watchlist: 'pages/watchlist/index',
  profile: 'pages/profile/index',
}

export const entryOf = (path: RoutePath): RouteEntry => routes[path]
