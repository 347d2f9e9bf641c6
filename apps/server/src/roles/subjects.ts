/** What is said over the bus, by subject. */
export const subjects = {
  /** A call of the contract, asked by a front and answered by the core. */
  call: 'core.call',
  /** The same for a call that the process of its customer's account answers. */
  callOf: (range: number) => `accounts.${range}.call` as const,
  /** Commands of accounts of a range, asked by the core. */
  commandsOf: (range: number) => `accounts.${range}.commands` as const,
  /** Asks the process of a range to read what staff have decided. */
  decisionsOf: (range: number) => `accounts.${range}.decisions` as const,
  /** A receipt for what was answered. */
  receipt: 'core.receipt',
  /** A question to the market that its last values do not answer. */
  question: 'core.question',
  /** The market as it is, whole. */
  market: 'core.market',
  /** What has changed in it, numbered. */
  marketChanges: 'market.changes',
  /** A process that writes accounts begins to speak to the core. */
  accountsBegin: 'core.accounts.begin',
  /** Its numbered messages, the outcome of one of them, and the life of the market. */
  accountsMessages: 'core.accounts.messages',
  accountsOutcome: 'core.accounts.outcome',
  marketLife: 'core.market.life',
  /** Messages of a life of the market to the process that runs a group of its instruments, in the epoch that it holds the group in. */
  marketGroup: (group: number, epoch: bigint) => `market.${group}.${epoch}` as const,
  /** What a life of the market is built from, sealed: asked by a process that stands by for one that runs a group. */
  marketRecipe: 'core.market.recipe',
  /** The accounts of a commit. */
  accounts: 'accounts.changed',
  /** Frames of the push channel, for sockets on every other process. */
  frames: 'push.frames',
  /** Whose sockets a process holds. */
  listeners: 'push.listeners',
  /** What fronts have let in. */
  letIn: 'limits.let-in',
  /** Sessions that ended, and accounts whose standing has changed. */
  sessions: 'sessions',
} as const
