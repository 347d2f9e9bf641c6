/**
 * Classes of every column (`docs/rules/privacy.md` 12): `public` may be read by anybody, `internal` is the brokerage's own
 * bookkeeping, `personal` is about a customer, `sensitive` would hurt in the wrong hands, `secret` is shown to nobody. A
 * column that is not here fails a test. The export of a customer's data is made of what is personal and sensitive in tables
 * with an account's id; so a new table is in it as soon as it is classified.
 */
export const dataClasses = ['public', 'internal', 'personal', 'sensitive', 'secret'] as const
export type DataClass = (typeof dataClasses)[number]

/** The columns of a table by class, with spaces between them. */
export type Classes = Readonly<Partial<Record<DataClass, string>>>
/** By table. */
export type Classification = Readonly<Record<string, Classes>>

/** Every table that is none of a kind of record; those say it beside their columns (`features/all-records.ts`). */
export const ownTables: Classification = {
  accounts: {
    internal: 'username_key granted_at exported_at shares_device',
    personal:
      'account_id username nickname country_code locale invite_code created_at password_changed_at cooling_until kyc_status kyc_reason kyc_changed_at closed_at card_codes_at',
    sensitive: 'email invited_by',
    secret: 'password_hash pay_password_hash closed_email registration_key_hash registration_body_hash',
  },
  accepted_agreements: { personal: 'account_id kind version language hash at' },
  alert_deliveries: { internal: 'message_id attempts', personal: 'account_id id alert_id instrument_id kind level price pushed_at at' },
  alerts: { personal: 'account_id id instrument_id kind level repeats status created_at fired_at fired_on changed_at' },
  approvals: {
    internal:
      'approval_id power subject account_id path payload payload_hash maker maker_person maker_verified_at made_at expires_at alone_from checker checker_person checker_verified_at checked_hash decided_at decision',
  },
  article_drafts: {
    internal: 'draft_id tag instruments texts version written_by changed_by created_at changed_at published_as dropped_at',
  },
  article_withdrawals: { internal: 'article_id reason note withdrawn_at staff_id' },
  articles: {
    internal: 'words staff_id approval_id',
    public: 'article_id kind subject day tag facts items texts instruments venue published_at',
  },
  audit_log: {
    internal:
      'sequence at staff_id role power account_id subject reason note before after request_id address approval_id previous_hash hash',
  },
  authenticators: { internal: 'last_step', personal: 'account_id begun_at confirmed_at', secret: 'secret' },
  banners: { internal: 'staff_id', public: 'banner_id market texts at lowered_at' },
  account_keys: { internal: 'made_at logged_sequence', personal: 'account_id', secret: 'sealed' },
  liability_accounts: { personal: 'account_id date sequence head' },
  liability_held: { public: 'date place asset amount' },
  liability_nights: { internal: 'market_at says_held', public: 'date at' },
  liability_nodes: { internal: 'date asset level tile nodes' },
  liability_parts: { personal: 'account_id date asset amounts places' },
  liability_totals: { public: 'date asset root total leaves' },
  trust_checkpoints: { public: 'log size root at' },
  trust_entries: { public: 'log entry_index kind entry' },
  trust_heads: { personal: 'account_id sequence head log entry_index at' },
  trust_keys: { internal: 'name log made_at ended_at', public: 'purpose key', secret: 'sealed' },
  trust_logs: { internal: 'edge', public: 'log origin size begun_at ended_at' },
  trust_waiting: { internal: 'id entry at' },
  venue_inputs: { personal: 'order_id account_id', public: 'instrument_id trade_date number at record head' },
  venue_input_days: { internal: 'logged_number taped_at', public: 'instrument_id trade_date' },
  account_states: {
    internal: 'head batch version',
    personal: 'account_id sequence last_at open_orders frozen_at frozen_by key_commitment',
  },
  message_choices: { personal: 'account_id muted mailed changed_at' },
  message_mails: { personal: 'account_id message_id template facts' },
  chart_notes: { personal: 'account_id note_id instrument_id at price text created_at changed_at' },
  broadcast_deliveries: { internal: 'broadcast_id until_account reached_account delivered finished_at' },
  broadcast_drafts: {
    internal: 'draft_id segment value texts version written_by changed_by created_at changed_at sent_as dropped_at',
  },
  broadcasts: { internal: 'broadcast_id segment value texts recipients reason note at staff_id approval_id is_binding link' },
  ipos: {
    internal: 'listed_at',
    public:
      'id number instrument_id price lot_size quota max_lots announced_at opens_at closes_at draws_at lists_on commitment beacon_url beacon_round status list_hash entropy secret closed_at drawn_at',
    secret: 'sealed',
  },
  ipo_applications: { public: 'ipo_id number lots' },
  ipo_results: { public: 'ipo_id number key rank allotted' },
  ipo_withdrawals: { internal: 'ipo_id approval_id reason withdrawn_at' },
  placings: {
    public:
      'id number instrument_id name discount announced_at opens_on closes_on opens_at closes_at status reference reference_on price lot_size quota max_lots list_hash closed_at allotted_at unlocks_on',
  },
  placing_applications: { public: 'placing_id number lots at' },
  placing_results: { public: 'placing_id number rank allotted' },
  placing_withdrawals: { internal: 'placing_id approval_id reason withdrawn_at' },
  // Made of fills and of applications for shares, which are exported themselves.
  share_fills: {
    internal:
      'account_id order_id position_id sequence instrument_id side price quantity notional commission market_fee vat sec_fee taf transaction_tax resting trade_date settlement_date realised match_number match_account_id match_order_id match_low match_high match_in_call market_phase at_fixed_price band_low band_high at turn lot_method lot_chosen reinvested rate_numerator rate_denominator',
  },
  fund_strikes: { internal: 'struck_at', public: 'fund_id date nav fees moves holdings' },
  agency_strikes: { internal: 'struck_at', public: 'agency_id kind date nav fees cash carry costs benchmark positions moves trades plan' },
  cards: {
    internal: 'fingerprint queued_at',
    personal: 'account_id id version type status reason name_match added_at review_at cooling_until changed_at superseded_at',
    sensitive: 'sealed',
  },
  closed_days: { internal: 'closing_id market trade_date cause told announced_at approval_id reopened_at reopening_approval_id' },
  // What colleagues write before two of them answer is internal; it is sealed all the same.
  complaint_drafts: { internal: 'account_id complaint_id version outcome language sealed staff_id at' },
  complaints: {
    internal: 'late_told_at',
    personal:
      'account_id complaint_id number topic record status filed_at acknowledge_by answer_by acknowledged_at answered_at outcome answer_language withdrawn_at',
    sensitive: 'sealed answer',
  },
  corporate_actions: {
    public: 'action_id instrument_id kind ex_date pay_date amount new_shares old_shares old_code new_code prior_close recorded_at',
  },
  day_keys: { public: 'market trade_date model proof output engine round randomness unclaimed said_at' },
  day_rounds: { internal: 'decided_at', public: 'market trade_date round randomness signature' },
  day_commitments: { public: 'market trade_date commitment published_at model' },
  desk_layouts: { personal: 'account_id layout changed_at' },
  delistings: {
    internal: 'delisting_id instrument_id closing_from ends_at closing_stop final_stop told announced_at approval_id',
  },
  email_codes: {
    sensitive: 'email',
    internal: 'code_id purpose attempts network_attempts is_owner device network created_at expires_at used_at',
    secret: 'salt code_hash',
  },
  emergency_seals: { internal: 'seal_id sealed_at opened_at cause replaced_at', secret: 'first_hash second_hash' },
  entitlements: {
    personal: 'account_id action_id instrument_id position_id quantity gross tax currency ex_date pay_date recorded_at',
  },
  entries: {
    personal:
      'account_id sequence journal cause_kind cause_id cause_step at value_date accounts assets amounts balances_after reversal_of previous_hash hash hash_version price quantity executed_at trade_date settlement_date resting match_number',
  },
  block_quotes: {
    personal: 'account_id id instrument_id side quantity price mid average_volume daily_volatility lock_days quoted_at expires_at',
  },
  exchange_quotes: { personal: 'account_id id from_wallet to_wallet amount received mid mid_at rate spread expires_at' },
  // The app shows the owner of a picture the role of the colleague who opened it; that person's own id stays internal.
  file_openings: { internal: 'staff_id', personal: 'account_id file_id opening_id reason opened_at' },
  files: { internal: 'print contrast', personal: 'account_id file_id bytes width height is_used uploaded_at' },
  archive_files: { internal: 'month number bytes hash' },
  archive_months: { internal: 'month status changed_at days_seal' },
  // What is in the parts is exported from the rows themselves.
  archive_parts: { internal: 'account_id month number place bytes entries fills order_events sequence head', secret: 'sealed' },
  archived_accounts: { internal: 'account_id month entries sums sequence head seal' },
  archived_holdings: { internal: 'account_id month instrument_id until' },
  archived_house_days: { internal: 'day month account asset amount' },
  archived_lines: { internal: 'account_id month account asset sequence at amount' },
  anchor_files: { internal: 'name bytes since failure' },
  verified_accounts: { internal: 'account_id sequence entries rest seal' },
  verification_marks: { internal: 'name value seal' },
  house_days: { internal: 'day account asset amount' },
  fee_versions: { internal: 'version first_day starts_at markets reason note at staff_id approval_id' },
  trading_volumes: { personal: 'account_id market month volume counted_at' },
  trading_volume_months: { internal: 'month version counted_at customers' },
  house_terms: { internal: 'terms_id kind subject terms effective_at reason note at staff_id approval_id' },
  idempotency: { internal: 'account_id path key body_hash answer at' },
  integrity_runs: { internal: 'run_id at scope entries accounts clean checks' },
  job_runs: { internal: 'job market due_date due_at finished_at' },
  kyc_cases: {
    internal: 'document_fingerprint queued_at',
    personal: 'account_id case_id status document_type country_code attempt submitted_at review_at decided_at reason',
    sensitive: 'person document expires_on front_image back_image hold_image',
  },
  kyc_reviews: { personal: 'account_id case_id review_id decided_by rule_version outcome reason findings inputs at' },
  late_withdrawals: { personal: 'account_id id told_at' },
  given_up_events: { internal: 'event_id account_id order_id kind reason at' },
  account_ranges: { internal: 'range epoch' },
  leadership: { internal: 'one epoch' },
  market_groups: { internal: 'number epoch' },
  login_guards: { internal: 'subject origin attempts started_at locked_until locks failures' },
  mails: { sensitive: 'recipient subject body', internal: 'mail_id created_at useful_until attempts next_attempt_at sent_at failed_at' },
  mining_rounds: {
    personal: 'account_id id challenge target energy_a_day spent_before started_at resumed_at stopped_at share_nonce share_hash share_at',
  },
  passkey_challenges: { internal: 'challenge_id account_id purpose expires_at', secret: 'challenge' },
  passkeys: {
    internal: 'counter transports',
    personal: 'account_id passkey_id name synced created_at last_use_at',
    sensitive: 'credential_id public_key',
  },
  permission_reviews: { personal: 'account_id type review_id decided_by rule_version outcome reason findings at' },
  permissions: {
    internal: 'checked_at queued_at',
    personal: 'account_id type status reason quiz_passed document applied_at review_at decided_at low_since',
    sensitive: 'sealed',
  },
  postings: {
    personal: 'account_id sequence line journal cause_kind cause_id cause_step at value_date account asset amount balance_after',
  },
  price_models: { internal: 'added_at', public: 'market from_date model' },
  recovery_codes: { personal: 'account_id used_at', secret: 'fingerprint' },
  review_cases: {
    internal: 'claimed_by claimed_until closed_by',
    personal: 'account_id case_id kind subject_id opened_at due_at closed_at outcome reason_code amount asset worth risk_flags',
  },
  reversals: { internal: 'approval_id evidence', personal: 'account_id sequence reason decided_at refused_at refusal' },
  role_versions: {
    internal: 'role_id version name name_key powers is_retired instead instead_composed reason note at staff_id approval_id',
  },
  schema_migrations: { internal: 'number name checksum applied_at' },
  sessions: {
    personal: 'account_id session_id device place created_at last_use_at expires_at ended_at ended_reason verified_at pay_shown_at',
    secret: 'token_hash origin device_fingerprint',
  },
  staff: {
    internal:
      'staff_id person_id email name roles composed_roles created_at disabled_at factor_step setup_until is_emergency administered setup_alone suspended_until',
    secret: 'password_hash factor setup_hash setup_factor',
  },
  staff_alerts: { internal: 'alert_id staff_id kind reads at acknowledged_by acknowledged_at' },
  staff_sessions: {
    internal: 'session_id staff_id device address created_at last_use_at verified_at ended_at',
    secret: 'token_hash origin',
  },
  staff_views: { internal: 'view_id staff_id screen name query saved_at' },
  offering_changes: { internal: 'change_id kind offering_id status cause reason note at staff_id approval_id' },
  switch_changes: { internal: 'change_id name is_off cause reason note at staff_id approval_id' },
  suitability_introduction: { personal: 'account_id last_order_at' },
  support_messages: {
    internal: 'staff_id waited',
    personal: 'account_id id author image record speaks_of_secrets at',
    sensitive: 'sealed',
  },
  // Colleagues' notes to each other are internal; they are sealed all the same.
  support_notes: { internal: 'account_id note_id staff_id sealed at' },
  support_threads: { personal: 'account_id status topic waiting_since last_at read_through' },
  lot_defaults: { personal: 'account_id method changed_at' },
  tax_declarations: { personal: 'account_id declaration_id country_code claims_treaty declared_at' },
  trading_stops: { internal: 'stop_id kind scope target cause from_at until_at lifted_at' },
  vault_keys: { internal: 'key_name proof' },
  venue_runs: { internal: 'run started_at' },
  vrf_keys: { internal: 'only_row made_at', public: 'public_key beacon', secret: 'sealed' },
  vrf_starts: { internal: 'added_at', public: 'market from_date' },
  venue_settings: { internal: 'only_row market always_open created_at clock_reached_at scenario scenario_source', secret: 'secret sealed' },
  wallets: { personal: 'account_id type currency cash hold margin unsettled settled_through' },
  watchlist: { personal: 'account_id watch_id list_id instrument_id place added_at' },
  watchlists: { internal: 'name_key', personal: 'account_id list_id name created_at arranged_at' },
  withdrawal_quotes: { personal: 'account_id id rail amount payout_mid dollar_mid expires_at' },
}

/** The columns of a table that are of one of these classes. */
export const columnsOf = (classified: Classification, table: string, classes: readonly DataClass[] = dataClasses): string[] =>
  classes.flatMap((each) => classified[table]?.[each]?.split(' ') ?? [])
