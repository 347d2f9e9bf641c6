/**
 * Where the rows of each table live in a distributed PostgreSQL (`docs/architecture.md`, The database). Rows of `account` tables are
 * spread by `account_id`, so that all of an account's lie beside each other: their keys, unique constraints and foreign keys contain it. Tables that
 * are small and read beside them are kept `everywhere`. All others stay on the `coordinator`: what is found by something else than an account, as
 * a session by its token, and what is no customer's. On a single PostgreSQL this changes nothing; a test holds every table to it.
 */
export type Place = 'account' | 'everywhere' | 'coordinator'

const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/u)

const BY_ACCOUNT = `
  accepted_agreements account_keys account_states alert_deliveries alerts archive_parts archived_accounts archived_holdings archived_lines authenticators block_quotes cards chart_notes
  complaint_drafts complaints deposit_arrivals deposits desk_layouts entitlements entries exchange_quotes file_openings files
  fills fund_orders idempotency kyc_cases kyc_reviews late_withdrawals liability_accounts liability_parts loan_pledges
  loan_repayments loans lot_defaults mandates margin_positions message_choices message_mails messages mining_rounds order_events
  orders permission_reviews permissions plan_runs plans positions recovery_codes reversals review_cases robot_rentals robot_slots robot_values
  share_locks subscriptions suitability_attempts suitability_introduction support_messages support_notes support_threads
  tax_declarations trading_volumes transfers trust_heads verified_accounts wallets watchlist watchlists withdrawal_events
  withdrawal_quotes withdrawals`
const EVERYWHERE = `
  accounts approvals articles broadcasts corporate_actions ipos liability_nights liability_totals placings staff trading_stops
  trust_logs`
const ON_THE_COORDINATOR = `
  account_ranges agency_strikes anchor_files archive_files archive_months archived_house_days article_drafts article_withdrawals audit_log banners broadcast_deliveries broadcast_drafts
  closed_days day_commitments day_keys day_rounds delistings email_codes emergency_seals fee_versions fund_strikes
  given_up_events house_days house_terms integrity_runs ipo_applications ipo_results ipo_withdrawals job_runs leadership
  liability_held liability_nodes login_guards mails market_groups offering_changes passkey_challenges passkeys placing_applications
  placing_results placing_withdrawals price_models role_versions schema_migrations sessions staff_alerts
  staff_sessions staff_views switch_changes trading_volume_months trust_checkpoints trust_entries trust_keys trust_waiting
  vault_keys venue_input_days venue_inputs venue_runs venue_settings verification_marks vrf_keys vrf_starts`

export const distribution: ReadonlyMap<string, Place> = new Map([
  ...namesIn(BY_ACCOUNT).map((table) => [table, 'account'] as const),
  ...namesIn(EVERYWHERE).map((table) => [table, 'everywhere'] as const),
  ...namesIn(ON_THE_COORDINATOR).map((table) => [table, 'coordinator'] as const),
])
