/** Columns of each table and composite type, as the driver returns them. Made from migrations/ by `npm run docs`. */

export interface Tables {
  allowed_transitions: {
    machine: string
    from_state: string
    to_state: string
  }
  announced_event: {
    sequence: number | null
    id: string | null
    type: string | null
    body: string | null
  }
  api_request_logs: {
    tenant_id: string
    id: string
    transaction_id: string | null
    configuration_id: string
    connector_code: string
    method: string
    endpoint: string
    request_headers: string | null
    request_body: string | null
    response_headers: string | null
    response_body: string | null
    status_code: number | null
    duration_ms: number
    request_timestamp: Date
    response_timestamp: Date | null
    is_success: boolean
    error_message: string | null
    error_category: string | null
    correlation_id: string | null
    created_by: string | null
    caller_address: string | null
  }
  archive_keys: {
    tenant_id: string
    id: string
    email_key: Buffer | null
    identity_key: Buffer | null
    key_sealed: Buffer
    created: Date
  }
  archived_months: {
    ends: Date
    begins: Date | null
    folder: string
    state: 'writing' | 'verified' | 'out' | 'coming' | 'loaded' | 'back'
    tables: readonly string[]
    manifest: string | null
    changed_at: Date
  }
  archived_person_rows: {
    tenant_id: string
    row_id: string
    key_id: string
  }
  archived_sums: {
    tenant_id: string
    ends: Date
    table_name: string
    currency: string
    rows: number
    amount: number
  }
  audit_cuts: {
    tenant_id: string
    seq: number
    hash: Buffer
    mac: Buffer
    at: Date
  }
  audit_heads: {
    tenant_id: string
    seq: number
    hash: Buffer
    mac: Buffer
    at: Date
  }
  audit_log: {
    tenant_id: string
    seq: number
    at: Date
    actor: string | null
    realm: string | null
    operation: string
    outcome: 'done' | 'refused'
    code: string | null
    kind: string | null
    target_id: string | null
    merchant_id: string | null
    correlation_id: string | null
    address: string | null
    repeats: number
    before: string | null
    after: string | null
    previous_hash: Buffer
    hash: Buffer
  }
  backups: {
    id: string
    made: Date
    made_by: string
    place: string
    master_key_ids: readonly string[]
    schema_version: string
    bytes: number | null
    expires: Date | null
    forgotten: Date | null
    forgotten_by: string | null
  }
  bank_bins: {
    id: string
    bank_code: string | null
    bin_start: string
    bin_end: string
    schema_type: string
    card_type: string
    card_program: string | null
    country: string | null
    is_commercial: boolean
    card_length: number
    is_active: boolean
    is_deleted: boolean
  }
  bank_file_rows: {
    tenant_id: string
    file_id: string
    line: number
    kind: 'SALE' | 'REFUND' | 'VOID_AFTER' | 'CHARGEBACK' | 'CHARGEBACK_REVERSAL' | 'FEE' | 'RELEASE' | 'PAYOUT'
    order_id: string | null
    payment_id: string | null
    provider_transaction_id: string | null
    host_reference: string | null
    auth_code: string | null
    at: Date | null
    masked_card: string | null
    scheme: string | null
    card_type: string | null
    is_on_us: boolean | null
    installment: number | null
    installments: number | null
    gross: number
    basis_points: number | null
    commission: number
    tax: number
    net: number
    blocked_days: number | null
    value_date: string | null
  }
  bank_files: {
    tenant_id: string
    id: string
    sha256: string
    form: string
    bank: string
    merchant_number: string
    currency: string
    day: string
    number: number
    configuration_id: string
    covers_until: Date
    row_count: number
    gross: number
    commission: number
    net: number
    status: string
    reconciliation_id: string | null
    taken_by: string
    taken_at: Date
    origin: string
    sent_people: readonly string[]
    confirmed_by: string | null
    confirmed_people: readonly string[] | null
    confirmed_at: Date | null
    withdrawn_by: string | null
    withdrawn_at: Date | null
    withdrawn_reason: string | null
    replaced_by: string | null
    rejecting_by: string | null
    rejecting_people: readonly string[] | null
    rejecting_reason: string | null
    withdrawn_people: readonly string[] | null
  }
  banks: {
    id: string
    code: string
    name: string
    swift_code: string | null
    bkm_member_id: string | null
    logo_url: string | null
    is_active: boolean
    is_deleted: boolean
    is_changed: boolean
  }
  cancellation_requests: {
    tenant_id: string
    id: string
    payment_id: string
    merchant_id: string
    status: 'pending' | 'approved' | 'rejected' | 'failed'
    reason: string | null
    requested_by: string
    requested_at: Date
    reviewed_by: string | null
    reviewed_at: Date | null
    review_note: string | null
    void_operation_id: string | null
    void_error_code: string | null
    void_error_message: string | null
    requested_people: readonly string[] | null
    reviewed_people: readonly string[] | null
  }
  chargeback_evidence: {
    tenant_id: string
    id: string
    chargeback_id: string
    merchant_id: string
    file_name: string
    media_type: 'application/pdf' | 'image/png' | 'image/jpeg'
    size_bytes: number
    sha256: string
    description: string | null
    uploaded_by: string
    created: Date
  }
  chargeback_evidence_pieces: {
    tenant_id: string
    evidence_id: string
    piece: string
    sealed: Buffer
  }
  chargeback_steps: {
    tenant_id: string
    id: string
    chargeback_id: string
    merchant_id: string
    from_status: string | null
    to_status: string
    actor: string | null
    correlation_id: string
    at: Date
  }
  chargebacks: {
    tenant_id: string
    id: string
    payment_id: string
    merchant_id: string
    configuration_id: string
    status: 'opened' | 'disputed' | 'won' | 'lost'
    amount: number
    booked: number
    currency: string
    reason: string | null
    reason_code: string | null
    bank_reference_no: string | null
    bank_notice: string | null
    response_deadline: Date
    deadline_alarm: 'due' | 'missed' | null
    merchant_response: string | null
    notes: string | null
    payment_amount: number
    masked_card_number: string
    created: Date
    resolved_at: Date | null
    last_modified: Date
    ends_by_two: boolean
    asked_action: 'win' | 'lose' | null
    asked_by: string | null
    asked_people: readonly string[] | null
    ended_by: string | null
    ended_people: readonly string[] | null
  }
  checkout_attempts: {
    tenant_id: string
    session_id: string
    attempt_no: number
    merchant_id: string
    payment_id: string
    idempotency_key: string | null
    fingerprint: Buffer | null
    created: Date
  }
  checkout_sessions: {
    tenant_id: string
    id: string
    merchant_id: string
    kind: 'session' | 'link'
    id_hash: Buffer
    id_sealed: Buffer
    merchant_name: string | null
    amount: number
    currency: string
    allowed_installments: readonly number[]
    description: string | null
    external_id: string | null
    basket_id: string | null
    customer_sealed: Buffer | null
    customer_email_key: Buffer | null
    metadata: unknown
    extra: unknown
    payment_mode: 'non_3d' | 'three_d_secure' | 'three_d_pay' | 'three_d_pay_hosting'
    allow_pre_auth: boolean
    is_test: boolean
    success_url: string | null
    cancel_url: string | null
    status: string
    attempt_no: number
    max_attempts: number
    payment_id: string | null
    attempt_at: Date | null
    correlation_id: string
    client_id: string
    created_by: string
    caller_address: string | null
    expires_at: Date
    created: Date
    last_modified: Date
  }
  cities: {
    id: string
    code: string
    name: string
    country: string
    is_active: boolean
  }
  claim_days: {
    no: number
    begun_at: Date
  }
  clients: {
    tenant_id: string
    id: string
    client_id: string
    secret_hash: Buffer
    previous_secret_hash: Buffer | null
    previous_secret_expires_at: Date | null
    display_name: string | null
    contact_email: string | null
    merchant_id: string | null
    roles: readonly string[]
    plan_id: string | null
    daily_limit_override: number | null
    monthly_limit_override: number | null
    rate_limit_override: number | null
    allowed_ips: string | null
    expires_at: Date | null
    is_active: boolean
    is_deleted: boolean
    last_used_at: Date | null
    signed_out_at: Date | null
    created: Date
    last_modified: Date
    accountable: readonly string[] | null
    changed_people: readonly string[] | null
    needs_confirmation: boolean | null
    waiting_changes: unknown
    awaited: unknown
    sessions_valid_from: Date | null
  }
  closed_block_copies: {
    tenant_id: string
    list: string
    first_id: string
    written_by: number
    form: Buffer
    made_at: Date
  }
  closed_block_deltas: {
    tenant_id: string
    list: string
    id: string
    no: number
    scope: string | null
    dimension: string | null
    facets: number
    difference: number
  }
  closed_block_filter_counts: {
    tenant_id: string
    list: string
    filter: Buffer
    first_id: string
    written_by: number
    total: number
    dimensions: readonly string[]
    places: readonly number[]
    facets: readonly number[]
    counts: readonly number[]
    amounts: readonly string[] | null
  }
  closed_block_filters: {
    tenant_id: string
    list: string
    filter: Buffer
    used_at: Date
  }
  closed_block_heads: {
    tenant_id: string
    list: string
    closing_before: string
    closed_before: string
    version: number
  }
  closed_block_texts: {
    tenant_id: string
    list: string
    first_id: string
    from_id: string
    before_id: string
    texts: string
  }
  closed_block_values: {
    tenant_id: string
    list: string
    first_id: string
    name: string
    piece: number
    first_key: number
    last_key: number
    scopes: readonly string[]
    dimensions: readonly string[]
    keys: readonly string[]
    scope_places: readonly number[]
    places: readonly number[]
    facets: readonly number[]
    counts: readonly number[]
    sum_places: readonly number[]
    sum_facets: readonly number[]
    sums: readonly number[]
  }
  closed_blocks: {
    tenant_id: string
    list: string
    scope: string
    level: number
    first_id: string
    until_id: string
    written_by: number
    total: number
    dimensions: readonly string[]
    places: readonly number[]
    facets: readonly number[]
    counts: readonly number[]
  }
  closed_lists: {
    list: string
    source: string
    facets: string
    scope: string | null
    dimension: string | null
    member: string
  }
  connector_changes: {
    tenant_id: string
    id: string
    connector_id: string
    at: Date
    actor: string
    action: string
    entity_kind: string
    entity_id: string
    note: string | null
    diff: unknown
  }
  connector_configurations: {
    tenant_id: string
    id: string
    connector_id: string
    name: string
    mode: 'test' | 'production'
    username: string | null
    terminal_id: string | null
    store_id: string | null
    api_key_sealed: Buffer | null
    secret_key_sealed: Buffer | null
    password_sealed: Buffer | null
    extra_credentials_sealed: Buffer | null
    api_key_end: string | null
    secret_key_end: string | null
    password_end: string | null
    api_endpoint_url: string | null
    three_d_secure_endpoint_url: string | null
    bank_code: string | null
    priority: number
    extra_properties: unknown
    is_active: boolean
    is_deleted: boolean
    created: Date
    last_modified: Date
    pending: unknown
    pending_by: string | null
    pending_people: readonly string[] | null
    pending_api_key_sealed: Buffer | null
    pending_secret_key_sealed: Buffer | null
    pending_password_sealed: Buffer | null
    pending_extra_credentials_sealed: Buffer | null
    confirmed_by: string | null
    confirmed_people: readonly string[] | null
    is_confirmed: boolean
  }
  connector_error_codes: {
    tenant_id: string
    id: string
    connector_code: string
    provider_error_code: string
    category: string
    turkish_message: string | null
    english_message: string | null
    internal_description: string | null
    should_retry: boolean
    http_status_suggestion: number | null
    mapped_to_id: string | null
    created: Date
    last_modified: Date
  }
  connector_hosts: {
    id: string
    connector_type: string | null
    host: string
    port: number | null
    note: string | null
    is_simulator: boolean
    is_deleted: boolean
    created: Date
  }
  connectors: {
    tenant_id: string
    id: string
    name: string
    code: string
    type: string
    extra_properties: unknown
    is_active: boolean
    is_deleted: boolean
    created: Date
    last_modified: Date
  }
  console_changes: {
    tenant_id: string
    xid: string
    seq: number
    kind: string
    resource_id: string
    merchant_id: string | null
    type: string
    at: Date
  }
  console_preferences: {
    tenant_id: string
    user_id: string
    value: unknown
    last_modified: Date
  }
  console_sessions: {
    tenant_id: string
    id: string
    user_id: string
    token_hash: Buffer
    access_sealed: Buffer
    access_until: Date
    refresh_sealed: Buffer
    refresh_no: number
    refreshing_until: Date | null
    is_demo: boolean
    client_address: string
    user_agent: string | null
    created: Date
    refreshed_at: Date
    used_at: Date
    authenticated_at: Date
    expires_at: Date
    ended_at: Date | null
    sign_in_id: string | null
  }
  console_watches: {
    tenant_id: string
    watched_until: Date
    since_xid: string
  }
  data_keys: {
    tenant_id: string
    id: string
    month: string
    generation: number
    master_key_id: string
    wrapped: Buffer
    created: Date
  }
  database_identity: {
    is_only: boolean
    lineage: string
    system: string
    database_oid: number
    timeline: number
    epoch: number
    seen: Date
  }
  dcc_offers: {
    tenant_id: string
    payment_id: string
    merchant_id: string
    currency: string
    amount: number
    rate: string
    markup_percent: string
    expires_at: Date
    return_url: string | null
    cancel_url: string | null
    accepted: boolean | null
    answered_at: Date | null
    answer_key: string | null
    answer_fingerprint: Buffer | null
    created: Date
  }
  districts: {
    id: string
    city_code: string
    name: string
    is_active: boolean
  }
  divided_tables: {
    name: string
    key: string
    kept_months: number
    referred_from: string | null
    part: 'month' | 'day'
    kept_days: number | null
    written_at: string | null
  }
  emptied_columns: {
    table_name: string
    column_name: string
    becomes: string
  }
  events: {
    tenant_id: string
    resource_id: string
    sequence: number
    id: string
    surface: string
    type: string
    merchant_id: string | null
    transaction_id: string | null
    body: string
    correlation_id: string
    created: Date
  }
  fields_sessions: {
    tenant_id: string
    id: string
    merchant_id: string
    secret_hash: Buffer
    amount: number
    currency: string
    allowed_installments: readonly number[]
    origin: string
    expires_at: Date
    created: Date
    token_no: number
    token_hash: Buffer | null
    token_expires_at: Date | null
    card_holder_name: string | null
    card_sealed: Buffer | null
    code_sealed: Buffer | null
    used_by: Buffer | null
  }
  former_merchant_claims: {
    tenant_id: string
    provider_id: string
    merchant_claim: string | null
    counted: unknown
    deleted_at: Date | null
    has_counted: boolean | null
  }
  fraud_alerts: {
    tenant_id: string
    id: string
    check_id: string
    process: string
    merchant_id: string
    amount: number
    currency: string
    score: number
    reason_codes: string
    status: 'open' | 'approved' | 'rejected' | 'expired'
    assigned_to: string | null
    reviewed_by: string | null
    reviewed_at: Date | null
    notes: string | null
    expires_at: Date
    created: Date
    made_by: string | null
    made_people: readonly string[] | null
    assignee: string | null
  }
  fraud_blacklist: {
    tenant_id: string
    id: string
    entry_type: 'card' | 'email' | 'ip' | 'device' | 'iban' | 'merchant_external_id'
    form: string
    value_hash: Buffer
    pattern: string | null
    display_value: string
    reason: string | null
    expires_at: Date | null
    created: Date
    written_at: Date
    written_by: string
  }
  fraud_blacklist_global: {
    id: string
    entry_type: 'card' | 'email' | 'ip' | 'device' | 'iban' | 'merchant_external_id'
    form: string
    value_hash: Buffer
    pattern: string | null
    display_value: string
    reason: string | null
    expires_at: Date | null
    created: Date
    written_at: Date
    written_by: string
  }
  fraud_checks: {
    tenant_id: string
    id: string
    process: 'sanal_pos' | 'para_transferi' | 'fatura_odeme'
    merchant_id: string
    amount: number
    currency: string
    score: number
    decision: 'approve' | 'challenge' | 'review' | 'block'
    reason_codes: string | null
    matched_rule_ids: string | null
    latency_us: number
    provider: 'builtin' | 'policy_off'
    variables: string
    outcome: 'failed' | 'cancelled' | null
    checked_at: Date
    card: number | null
    iban: number | null
    source_account: number | null
    search_text: string | null
  }
  fraud_counted: {
    tenant_id: string
    process: string
    kind: string
    since: Date
    filled_at: Date | null
    is_complete: boolean
  }
  fraud_declines: {
    tenant_id: string
    subject: number
    check_id: string
    at: number
    currency: string
  }
  fraud_policies: {
    tenant_id: string
    merchant_id: string
    process: 'sanal_pos' | 'para_transferi' | 'fatura_odeme'
    enabled: boolean
    reason: string | null
    last_modified: Date
  }
  fraud_rules: {
    tenant_id: string
    id: string
    process: 'sanal_pos' | 'para_transferi' | 'fatura_odeme'
    code: string
    name: string
    description: string | null
    type: 'velocity' | 'amount_threshold' | 'geo' | 'blacklist' | 'custom'
    expression_json: string
    action: 'approve' | 'challenge' | 'review' | 'block'
    priority: number
    is_active: boolean
    is_shadow: boolean
    is_deleted: boolean
    version: number
    edited_by: string | null
    created: Date
    last_modified: Date
    edited_people: readonly string[] | null
    awaits_activation: boolean
  }
  fraud_rules_global: {
    id: string
    process: 'sanal_pos' | 'para_transferi' | 'fatura_odeme'
    code: string
    name: string
    description: string | null
    type: 'velocity' | 'amount_threshold' | 'geo' | 'blacklist' | 'custom'
    expression_json: string
    action: 'approve' | 'challenge' | 'review' | 'block'
    priority: number
    is_active: boolean
    is_shadow: boolean
    is_builtin: boolean
    is_deleted: boolean
    version: number
    edited_by: string | null
    created: Date
    last_modified: Date
    edited_people: readonly string[] | null
    awaits_activation: boolean
  }
  fraud_velocity: {
    tenant_id: string
    check_id: string
    at: number
    amount: number
    currency: string
    failed: boolean
    card: number | null
    email: number | null
    ip: number | null
    device: number | null
    customer: number | null
    iban: number | null
    merchant: number | null
    source_account: number | null
  }
  fraud_volumes: {
    tenant_id: string
    subject: number
    level_s: number
    start_s: number
    currency: string
    count: number
    amount: number
    declined: number
  }
  idempotency_claims: {
    tenant_id: string
    claim: string
    holder: string
    payment_id: string | null
    day_no: number
  }
  idempotency_keys: {
    tenant_id: string
    scope: string
    key: string
    fingerprint: Buffer
    status: number | null
    headers: unknown
    body: string | null
    body_sealed: Buffer | null
    created: Date
  }
  identity_providers: {
    tenant_id: string
    id: string
    name: string
    issuer: string
    audience: string
    algorithm: 'RS256' | 'PS256' | 'ES256'
    jwks_url: string | null
    roles_claim: string
    role_mappings: unknown
    merchant_claim: string | null
    max_token_life_seconds: number
    is_active: boolean
    created: Date
    last_modified: Date
    changed_people: readonly string[] | null
    needs_confirmation: boolean | null
    waiting_changes: unknown
    claimed_audience: string | null
    awaited: unknown
    has_counted: boolean | null
  }
  journal: {
    tenant_id: string
    operation_id: string
    kind: string
    payment_id: string
    debit_account: string
    credit_account: string
    amount: number
    currency: string
    created: Date
  }
  key_rotation_steps: {
    tenant_id: string
    generation: number
    table_name: string
    position: readonly string[] | null
    resealed: number
    found: number
    began_at: Date | null
    finished_at: Date | null
  }
  key_rotations: {
    generation: number
    master_key_id: string
    started_at: Date
    known_at: Date | null
    finished_at: Date | null
  }
  limit_buckets: {
    key: string
    tokens: number
    filled_at: Date
    rate_per_second: number
    burst: number
    wanted: number
    granted: number
    returned: number
  }
  limit_windows: {
    key: string
    count: number
    ends_at: Date
  }
  mail_outbox: {
    tenant_id: string
    id: string
    purpose: string
    about: string | null
    mail_sealed: Buffer | null
    next_try_at: Date | null
    give_up_at: Date
    try_count: number
    sent_at: Date | null
    fault: string | null
    created: Date
    lease_owner: number | null
    lease_until: Date | null
    fencing: number
  }
  mcc_codes: {
    id: string
    code: string
    description: string
    description_en: string | null
    category: 'retail' | 'food' | 'travel' | 'online' | 'services' | 'entertainment' | 'utilities'
    is_active: boolean
  }
  merchant_bank_profiles: {
    tenant_id: string
    id: string
    merchant_id: string
    configuration_id: string
    sub_merchant_id: string | null
    sub_merchant_name: string | null
    sub_merchant_mcc: string | null
    sub_merchant_postal_code: string | null
    sub_merchant_city: string | null
    sub_merchant_country_code: string | null
    extra_properties: unknown
    created: Date
    last_modified: Date
    pending: unknown
    pending_by: string | null
    pending_people: readonly string[] | null
    confirmed_by: string | null
    confirmed_people: readonly string[] | null
    is_confirmed: boolean
  }
  merchant_terms: {
    tenant_id: string
    id: string
    merchant_id: string | null
    configuration_id: string | null
    bank_code: string | null
    effective_from: string
    rates: unknown
    value_date_plan: 'next_day' | 'blocked_n' | 'per_installment' | 'weekly'
    blocked_days: number | null
    payout_weekday: number | null
    returns_commission: boolean
    platform_basis_points: number
    tax_basis_points: number
    returns_platform_commission: boolean
    reserve_basis_points: number
    reserve_days: number
    status: 'pending' | 'effective' | 'rejected'
    notes: string | null
    created_by: string
    created_people: readonly string[]
    decided_by: string | null
    decided_people: readonly string[] | null
    decided_at: Date | null
    created: Date
  }
  merchants: {
    tenant_id: string
    id: string
    external_id: string | null
    name: string
    legal_name: string | null
    tax_id: string | null
    tax_office: string | null
    bkm_member_id: string | null
    email: string | null
    contact_phone: string | null
    city: string | null
    district: string | null
    address: string | null
    url: string | null
    default_mcc: string | null
    parent_id: string | null
    is_active: boolean
    is_deleted: boolean
    status: 'pending' | 'approved' | 'rejected'
    created: Date
    last_modified: Date
    has_been_used: boolean
    external_id_asked: string | null
    external_id_asked_by: string | null
    external_id_asked_people: readonly string[] | null
    external_id_agreed_by: string | null
    external_id_agreed_people: readonly string[] | null
  }
  monitor_channels: {
    tenant_id: string
    id: string
    name: string
    kind: 'mail' | 'webhook' | 'slack'
    address_sealed: Buffer
    address_shown: string
    secret_sealed: Buffer | null
    language: 'en' | 'tr'
    monitors: readonly string[]
    quiet_from: number | null
    quiet_to: number | null
    critical_passes: boolean
    is_active: boolean
    created: Date
    last_modified: Date
    code_hash: Buffer | null
    code_expires_at: Date | null
  }
  monitor_findings: {
    tenant_id: string
    id: string
    kind: string
    subject: string
    since: Date
    seen_at: Date
    facts: unknown
    ended_at: Date | null
  }
  monitor_messages: {
    tenant_id: string
    id: string
    channel_id: string
    finding_id: string | null
    part: 'begin' | 'end' | 'test'
    due_at: Date | null
    give_up_at: Date
    try_count: number
    sent_at: Date | null
    fault: string | null
    created: Date
    lease_owner: number | null
    lease_until: Date | null
    fencing: number
  }
  new_fraud_alert: {
    tenant_id: string | null
    id: string | null
    check_id: string | null
    process: string | null
    merchant_id: string | null
    amount: number | null
    currency: string | null
    score: number | null
    reason_codes: string | null
    expires_at: Date | null
    created: Date | null
    made_by: string | null
  }
  new_fraud_check: {
    tenant_id: string | null
    id: string | null
    process: string | null
    merchant_id: string | null
    amount: number | null
    currency: string | null
    score: number | null
    decision: string | null
    reason_codes: string | null
    matched_rule_ids: string | null
    latency_us: number | null
    provider: string | null
    variables: string | null
    card: number | null
    iban: number | null
    source_account: number | null
    outcome: string | null
    checked_at: Date | null
  }
  new_operation: {
    tenant_id: string | null
    id: string | null
    payment_id: string | null
    merchant_id: string | null
    kind: string | null
    amount: number | null
    currency: string | null
    state_before: string | null
    to_status: string | null
    refunding: number | null
    step: unknown
    reason: string | null
    reason_code: string | null
    extra: unknown
    cancellation_request_id: string | null
    configuration_id: string | null
    connector_code: string | null
    idempotency_key: string | null
    fingerprint: Buffer | null
    path: string | null
    correlation_id: string | null
    client_id: string | null
    created_by: string | null
    caller_address: string | null
    request_body: string | null
    lease_owner: number | null
    next_inquiry_at: Date | null
    created: Date | null
    key_reference: string | null
  }
  new_payment: {
    tenant_id: string | null
    id: string | null
    merchant_id: string | null
    status: string | null
    operation_type: string | null
    secure_type: string | null
    amount: number | null
    currency: string | null
    installment_count: number | null
    external_id: string | null
    basket_id: string | null
    bin: number | null
    masked_card_number: string | null
    card_holder_name: string | null
    card_scheme: string | null
    card_type: string | null
    card_brand: string | null
    issuer_bank_code: string | null
    card_fingerprint: Buffer | null
    card_sealed: Buffer | null
    configuration_id: string | null
    connector_code: string | null
    lease_owner: number | null
    next_inquiry_at: Date | null
    verdict: string | null
    extra: unknown
    history: unknown
    idempotency_key: string | null
    fingerprint: Buffer | null
    correlation_id: string | null
    client_id: string | null
    actor: string | null
    caller_address: string | null
    ip_address: string | null
    request_body: string | null
    buyer_email_key: Buffer | null
    buyer_identity_key: Buffer | null
    created: Date | null
    key_reference: string | null
  }
  new_request_log: {
    tenant_id: string | null
    id: string | null
    transaction_id: string | null
    configuration_id: string | null
    connector_code: string | null
    method: string | null
    endpoint: string | null
    request_headers: string | null
    request_body: string | null
    response_headers: string | null
    response_body: string | null
    status_code: number | null
    duration_ms: number | null
    request_timestamp: Date | null
    response_timestamp: Date | null
    is_success: boolean | null
    error_message: string | null
    error_category: string | null
    correlation_id: string | null
    created_by: string | null
    caller_address: string | null
  }
  new_transfer: {
    tenant_id: string | null
    id: string | null
    merchant_id: string | null
    external_id: string | null
    description: string | null
    request_type: string | null
    amount: number | null
    currency: string | null
    requested_account_id: string | null
    receiver_account_id: string | null
    recipient_id: string | null
    receiver_key: string | null
    holder_name: string | null
    bank_code: string | null
    iban: string | null
    account_number: string | null
    masked_card_no: string | null
    card_token: string | null
    card_sealed: Buffer | null
    tax_id_sealed: Buffer | null
    scheduled_date: Date | null
    verdict: string | null
    is_held: boolean | null
    created_by: string | null
    recurring_transfer_id: string | null
    terms_by: string | null
    history: unknown
    extra: unknown
    correlation_id: string | null
    client_id: string | null
    created: Date | null
    key_reference: string | null
  }
  new_velocity_entry: {
    tenant_id: string | null
    check_id: string | null
    at: number | null
    amount: number | null
    currency: string | null
    failed: boolean | null
    card: number | null
    email: number | null
    ip: number | null
    device: number | null
    customer: number | null
    iban: number | null
    merchant: number | null
    source_account: number | null
  }
  operation_outcome: {
    tenant_id: string | null
    operation_id: string | null
    payment_id: string | null
    status: string | null
    provider_transaction_id: string | null
    auth_code: string | null
    host_reference: string | null
    bank_code: string | null
    error_code: string | null
    error_message: string | null
    answer_status: number | null
    answer_body: string | null
    duration_ms: number | null
    completed_at: Date | null
    modified: Date | null
    next_inquiry_at: Date | null
    inquiry_count: number | null
    to_status: string | null
    step: unknown
    captured: number | null
    refunded: number | null
    refunding: number | null
    payment_completed_at: Date | null
    child_status: string | null
    child_step: unknown
    journal_kind: string | null
    debit_account: string | null
    credit_account: string | null
    journal_amount: number | null
    events: unknown
    nothing_sent: boolean | null
    answer_unseen: boolean | null
  }
  part_rewrites: {
    part: string
    table_name: string
    step: 'copying' | 'indexing' | 'catching up' | 'done'
    copied_to: readonly string[] | null
    rows: number
    bytes_before: number
    bytes_after: number | null
    begun_at: Date
    done_at: Date | null
  }
  partitions: {
    name: string
    table_name: string
    ends: Date
    begins: Date | null
  }
  passkeys: {
    tenant_id: string
    id: string
    user_id: string
    credential_id: Buffer
    public_key: Buffer
    counter: number
    name: string
    is_synced: boolean
    created: Date
    used_at: Date | null
  }
  password_requests: {
    tenant_id: string
    id: string
    request_sealed: Buffer
    created: Date
  }
  payment_operations: {
    tenant_id: string
    id: string
    payment_id: string
    merchant_id: string
    kind: 'capture' | 'void' | 'refund'
    status: 'processing' | 'completed' | 'failed'
    amount: number
    currency: string
    state_before: string
    reason: string | null
    reason_code: string | null
    extra: unknown
    cancellation_request_id: string | null
    configuration_id: string
    connector_code: string
    attempt_no: number
    attempt_at: Date
    lease_owner: number | null
    lease_until: Date | null
    fencing: number
    next_inquiry_at: Date | null
    inquiry_count: number
    provider_transaction_id: string | null
    auth_code: string | null
    host_reference: string | null
    bank_code: string | null
    error_code: string | null
    error_message: string | null
    idempotency_key: string | null
    fingerprint: Buffer | null
    answer_status: number | null
    answer_body: string | null
    path: string
    correlation_id: string
    client_id: string
    created_by: string
    request_body: string
    duration_ms: number | null
    created: Date
    completed_at: Date | null
    last_modified: Date
    caller_address: string | null
    answer_unseen: boolean
    nothing_sent: boolean
    key_reference: string | null
  }
  payment_outcome: {
    tenant_id: string | null
    id: string | null
    from_status: string | null
    fencing: number | null
    sequence_before: number | null
    to_status: string | null
    event_count: number | null
    history: unknown
    captured: number | null
    books_sale: boolean | null
    provider_transaction_id: string | null
    auth_code: string | null
    host_reference: string | null
    bank_code: string | null
    error_code: string | null
    error_message: string | null
    answer_status: number | null
    answer_body: string | null
    duration_ms: number | null
    completed_at: Date | null
    modified: Date | null
    next_inquiry_at: Date | null
    inquiry_count: number | null
    configuration_id: string | null
    connector_code: string | null
    attempt_no: number | null
    keeps_lease: boolean | null
    events: unknown
  }
  payments: {
    tenant_id: string
    id: string
    merchant_id: string
    parent_id: string | null
    status: string
    operation_type: string
    payment_type: string
    secure_type: string
    amount: number
    captured: number
    refunded: number
    refunding: number
    currency: string
    installment_count: number
    external_id: string | null
    basket_id: string | null
    bin: number
    masked_card_number: string
    card_holder_name: string
    search_text: string
    card_scheme: string
    card_type: string
    card_brand: string | null
    issuer_bank_code: string | null
    card_fingerprint: Buffer
    card_sealed: Buffer | null
    configuration_id: string
    connector_code: string
    attempt_no: number
    attempt_at: Date | null
    lease_owner: number | null
    lease_until: Date | null
    fencing: number
    next_inquiry_at: Date | null
    inquiry_count: number
    verdict: string
    extra: unknown
    provider_transaction_id: string | null
    auth_code: string | null
    host_reference: string | null
    bank_code: string | null
    error_code: string | null
    error_message: string | null
    sequence: number
    history: unknown
    idempotency_key: string | null
    fingerprint: Buffer | null
    answer_status: number | null
    answer_body: string | null
    correlation_id: string
    client_id: string
    ip_address: string | null
    request_body: string
    duration_ms: number | null
    created: Date
    completed_at: Date | null
    settlement_date: Date | null
    last_modified: Date
    facets: number
    actor: string | null
    caller_address: string | null
    buyer_email_key: Buffer | null
    buyer_identity_key: Buffer | null
    answer_unseen: boolean
    key_claimed: boolean
    key_reference: string | null
  }
  person_links: {
    tenant_id: string
    id: string
    user_id: string
    purpose: 'invitation' | 'password'
    secret_hash: Buffer
    created: Date
    expires_at: Date
    ended_at: Date | null
    is_used: boolean
    address_hash: Buffer | null
  }
  plans: {
    id: string
    code: string
    name: string
    description: string | null
    daily_transaction_limit: number
    monthly_transaction_limit: number
    rate_limit_per_second: number
    burst: number
    is_unlimited: boolean
    is_active: boolean
    is_default: boolean
    sort_order: number
    features: readonly string[]
    created: Date
    last_modified: Date
    session_idle_minutes: number | null
    session_max_minutes: number | null
  }
  platform_clock: {
    only_row: boolean
    offset_ms: number
  }
  platform_keys: {
    name: string
    master_key_id: string
    wrapped: Buffer
    created: Date
  }
  posting_sums: {
    tenant_id: string
    account_id: string
    until: Date
    available: number
    reserved: number
  }
  process_keys: {
    process_no: number
    generation: number
    key_ids: readonly string[]
    noted_at: Date
  }
  processes: {
    process_no: number
    host: string
    pid: number
    version: string
    serves_requests: boolean
    runs_jobs: boolean
    started: Date
    ended: Date | null
    is_stopped: boolean
    seen: Date | null
    metrics_url: string | null
    known_steps: readonly string[]
  }
  promotions: {
    system: string
    timeline: number
    seen: Date
    position: string
    kept_to: string | null
    lost_to: string | null
    accepted: Date | null
    accepted_by: string | null
    reconciled_until: Date | null
    is_vouched: boolean
  }
  quota_counts: {
    tenant_id: string
    client_id: string
    starts_on: string
    is_month: boolean
    slot: number
    count: number
  }
  realms: {
    tenant_id: string
    slug: string
    kind: 'master' | 'tenant'
    display_name: string | null
    contact_email: string | null
    status: 'active' | 'suspended'
    status_reason: string | null
    plan_id: string | null
    plan_assigned_at: Date | null
    allow_non_3d: boolean
    preferred_three_d_flow: 'standard' | 'pay' | 'hosted'
    created: Date
    last_modified: Date
  }
  receiver_accounts: {
    tenant_id: string
    id: string
    merchant_id: string
    recipient_id: string
    holder_name: string
    bank_code: string | null
    iban: string | null
    account_number: string | null
    masked_card_no: string | null
    card_token: string | null
    card_key: string | null
    card_sealed: Buffer | null
    description: string | null
    label: string | null
    external_id: string | null
    extra: unknown
    is_default: boolean
    is_active: boolean
    is_deleted: boolean
    created: Date
    last_modified: Date
    changed_by: string | null
    target_people: readonly string[] | null
    authors: unknown
  }
  recipients: {
    tenant_id: string
    id: string
    merchant_id: string
    holder_name: string
    first_name: string | null
    last_name: string | null
    description: string | null
    bank_code: string | null
    tax_id_sealed: Buffer | null
    tax_id_last4: string | null
    tax_id_type: 'tckn' | 'vkn' | null
    email: string | null
    phone: string | null
    label: string | null
    external_id: string | null
    extra: unknown
    is_active: boolean
    is_deleted: boolean
    created: Date
    last_modified: Date
  }
  reconciled_payments: {
    tenant_id: string
    payment_id: string
    reconciliation_id: string
    settled_at: Date
  }
  reconciliation_details: {
    tenant_id: string
    id: string
    reconciliation_id: string
    transaction_id: string | null
    bank_line: number | null
    bank_transaction_id: string | null
    bank_order_id: string | null
    auth_code: string | null
    db_amount: number | null
    bank_amount: number | null
    db_status: string | null
    bank_status: string | null
    db_day: string | null
    bank_day: string | null
    discrepancy: 'matched' | 'amount_mismatch' | 'status_mismatch' | 'orphan_db' | 'orphan_bank'
    detail_status: 'pending' | 'resolved' | 'ignored' | 'auto_matched'
    resolution_action: string | null
    adjusted_amount: number | null
    applied_status: string | null
    resolved_at: Date | null
    resolved_by: string | null
    resolved_people: readonly string[] | null
    remarks: string | null
    proposed_match_id: string | null
    proposed_score: number | null
    awaiting_action: string | null
    awaiting_by: string | null
    awaiting_people: readonly string[] | null
    awaiting_amount: number | null
    awaiting_status: string | null
    awaiting_remarks: string | null
    kind: string
    reason: string | null
    remedy: string | null
    remedy_target: string | null
    remedy_status: string | null
    remedy_outcome: string | null
    remedy_reference: string | null
    remedy_by: string | null
    remedy_at: Date | null
    remedy_begun: Date | null
    was_settled: boolean
    written_off: number
  }
  reconciliation_entries: {
    tenant_id: string
    reconciliation_id: string
    bucket: number
    entry: string
    side: 'platform' | 'bank'
    line: number | null
    payment_id: string | null
    parent_id: string | null
    kind: string
    order_id: string | null
    reference: string | null
    auth_code: string | null
    amount: number
    status: string
    class: string
    day: string | null
    installment: number
    was_settled: boolean
  }
  reconciliations: {
    tenant_id: string
    id: string
    scope: 'connector' | 'merchant'
    connector_config_id: string | null
    merchant_id: string | null
    bank_code: string | null
    period: 'daily' | 'monthly' | 'yearly' | 'custom'
    period_start: Date
    period_end: Date
    reconciliation_date: string
    source: 'self' | 'rows' | 'files'
    currency: string | null
    first_id: string
    last_id: string
    file_ids: readonly string[]
    stage: 'bank' | 'platform' | 'match' | 'propose' | 'done'
    cursor: string | null
    overall_status: 'draft' | 'in_review' | 'completed' | 'partially_completed' | 'cancelled'
    total_db_transactions: number
    total_bank_transactions: number
    matched_count: number
    amount_mismatch_count: number
    status_mismatch_count: number
    orphan_db_count: number
    orphan_bank_count: number
    resolved_count: number
    ignored_count: number
    total_db_amount: number
    total_bank_amount: number
    closing_as: 'completed' | 'partially_completed' | null
    finalized_at: Date | null
    finalized_by: string | null
    notes: string | null
    started_by: string
    start_key: string | null
    created: Date
    last_modified: Date
    start_fingerprint: Buffer | null
    answer_owed: boolean
    follow_up: string
    follow_up_line: number
    written_off: number
    write_off_total_max: number | null
    write_off_max: number | null
    started_people: readonly string[] | null
    finalized_people: readonly string[] | null
    is_of_one: boolean
  }
  recurring_installments: {
    tenant_id: string
    id: string
    plan_id: string
    installment_index: number
    due_date: Date
    amount: number
    status: string
    try_count: number
    last_try_at: Date | null
    is_trying: boolean
    payment_id: string | null
    transaction_id: string | null
    result_code: string | null
    proc_return_code: string | null
    result_message: string | null
    provider_process_id: string | null
    next_step_at: Date | null
    step_count: number
    lease_owner: number | null
    lease_until: Date | null
    fencing: number
    updated_at: Date
  }
  recurring_plans: {
    tenant_id: string
    id: string
    merchant_id: string
    status: string
    external_id: string | null
    description: string | null
    amount: number
    currency: string
    period: 'daily' | 'weekly' | 'monthly' | 'yearly'
    every: number
    installment_count: number
    start_date: Date
    secure_type: 'three_ds' | 'non_three_ds'
    extra: unknown
    wanted_configuration_id: string | null
    configuration_id: string | null
    masked_card_number: string
    card_holder_name: string
    card_brand: string | null
    card_sealed: Buffer | null
    buyer_sealed: Buffer | null
    buyer_email_key: Buffer | null
    buyer_identity_key: Buffer | null
    uncovered_index: number | null
    expiry_alarm_at: Date | null
    first_payment_id: string
    is_established: boolean
    open_count: number
    error_count: number
    completed_count: number
    event_count: number
    last_error_code: string | null
    last_error_message: string | null
    last_synced_at: Date | null
    idempotency_key: string | null
    fingerprint: Buffer | null
    answer_status: number | null
    answer_body: string | null
    correlation_id: string
    client_id: string
    created_by: string
    caller_address: string | null
    created: Date
    last_modified: Date
    agreement: string | null
  }
  recurring_runs: {
    tenant_id: string
    plan_id: string
    run_no: number
    day: string
    due_at: Date
    transfer_id: string | null
    error_code: string | null
    created: Date
  }
  recurring_transfers: {
    tenant_id: string
    id: string
    merchant_id: string
    status: string
    plan_name: string
    account_id: string
    recipient_id: string
    amount: number
    currency: string
    description: string | null
    transfer_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
    repeat_type: 'daily' | 'weekly' | 'monthly' | 'yearly'
    start_date: Date
    end_type: 'indefinite' | 'count' | 'date'
    end_date: Date | null
    repeat_count: number | null
    month_day: number | null
    week_days: readonly number[] | null
    holiday_handling: 'next' | 'previous' | 'skip'
    reminder_days: number
    notify_on_success: boolean
    notify_on_error: boolean
    next_run_at: Date | null
    next_run_day: string | null
    try_at: Date | null
    run_no: number
    execution_count: number
    last_run_day: string | null
    last_run_at: Date | null
    last_transfer_id: string | null
    version: number
    created_by: string
    changed_by: string | null
    client_id: string
    created: Date
    last_modified: Date
    made_people: readonly string[] | null
    terms_people: readonly string[] | null
    authors: unknown
    run_reference: string | null
  }
  reference_seeds: {
    name: string
    digest: string
  }
  refresh_tokens: {
    tenant_id: string
    id: string
    family_id: string
    token_hash: Buffer
    subject: string
    client_id: string
    is_user: boolean
    created: Date
    replaced_at: Date | null
    dead_at: Date | null
  }
  release_steps: {
    name: string
    known_since: Date | null
    begun: Date | null
  }
  restore_findings: {
    tenant_id: string
    restore_id: string
    kind: 'payment' | 'operation' | 'transfer'
    reference: string
    found_by: 'repeat' | 'bank_list' | 'bank_file' | 'statement'
    outcome: 'known_again' | 'listed'
    subject_id: string | null
    amount_minor: number | null
    currency: string | null
    found: Date
  }
  restores: {
    id: string
    reason: 'other_database' | 'older_state' | 'unknown_timeline' | 'lost_promotion'
    system: string
    database_oid: number
    timeline: number
    met: Date
    lost_since: Date
    lost_until: Date
    finished: Date | null
    finished_by: string | null
    asks_banks_until: Date | null
    audited: Date | null
  }
  retention_clock: {
    is_platform_clock: boolean
  }
  retired_external_ids: {
    tenant_id: string
    external_id: string
    merchant_id: string
    retired_at: Date
  }
  routing_rule_days: {
    tenant_id: string
    rule_id: string
    day: string
    count: number
  }
  routing_rules: {
    tenant_id: string
    id: string
    name: string
    priority: number
    card_bin: string | null
    card_bin_end: string | null
    installment_count: number | null
    min_amount: number
    max_amount: number
    currency: string | null
    card_brand_filter: string | null
    card_type_filter: string | null
    target_connector_config_id: string
    fallback_connector_config_id: string | null
    weight: number
    success_rate: number
    average_response_time_ms: number
    cost_score: number
    daily_transaction_limit: number | null
    extra_properties: unknown
    is_active: boolean
    is_deleted: boolean
    created: Date
    last_modified: Date
  }
  routing_settings: {
    tenant_id: string
    routing_mode: 'priority' | 'score'
    weight_factor: number
    success_rate_factor: number
    response_time_factor: number
    cost_factor: number
    min_execution_candidates: number
    fallback_enabled: boolean
    bin_weight: number
    amount_weight: number
    currency_weight: number
    installment_weight: number
    brand_weight: number
    type_weight: number
    last_modified: Date
  }
  settings: {
    tenant_id: string
    id: string
    key: string
    value: string | null
    value_sealed: Buffer | null
    description: string | null
    scope: 'tenant' | 'user'
    scope_id: string | null
    category: string | null
    is_encrypted: boolean
    is_read_only: boolean
    default_value: string | null
    validation_regex: string | null
    possible_values: string | null
    extra: unknown
    created: Date
    last_modified: Date
    counting_value: string | null
    loosened_people: readonly string[] | null
    agreed_people: readonly string[] | null
  }
  settlement_balances: {
    tenant_id: string
    merchant_id: string
    configuration_id: string
    currency: string
    carried: number
    last_day: string
    last_movement_day: string | null
  }
  settlement_entries: {
    tenant_id: string
    settlement_id: string
    kind: string
    merchant_id: string
    debit_account: string
    credit_account: string
    amount: number
    currency: string
    created: Date
  }
  settlement_lines: {
    tenant_id: string
    reconciliation_id: string
    merchant_id: string
    configuration_id: string
    currency: string
    period_day: string
    source_id: string
    line: number
    installment: number
    payment_id: string
    kind: 'sale' | 'refund' | 'void' | 'chargeback' | 'chargeback_reversal'
    day: string
    gross: number
    bank_commission: number
    bank_tax: number
    platform_commission: number
    platform_tax: number
    net: number
    booked: number
    value_date: string | null
    terms_id: string | null
  }
  settlement_reserves: {
    tenant_id: string
    settlement_id: string
    merchant_id: string
    configuration_id: string
    currency: string
    amount: number
    until: string
    released_by: string | null
  }
  settlement_runs: {
    tenant_id: string
    reconciliation_id: string
    stage: 'payments' | 'bank' | 'close' | 'confirm' | 'done'
    cursor: string | null
    last_day: string
    created: Date
  }
  settlements: {
    tenant_id: string
    id: string
    merchant_id: string
    period_start: string
    period_end: string
    bank_code: string | null
    currency: string
    gross_amount: number
    refund_amount: number
    bank_commission: number
    platform_commission: number
    net_amount: number
    transaction_count: number
    refund_count: number
    status: 'pending' | 'processing' | 'settled' | 'failed'
    settled_at: Date | null
    bank_reference: string | null
    notes: string | null
    reconciliation_id: string | null
    configuration_id: string | null
    chargeback_amount: number
    bank_tax: number
    platform_tax: number
    adjustment_amount: number
    reserve_amount: number
    reserve_until: string | null
    reserve_released: number
    carried_in: number
    payout_amount: number
    carried_out: number
    value_dates: unknown
    is_correction: boolean
    event_count: number
    completed_at: Date | null
    created_by: string
    created: Date
    last_modified: Date
    stated_by: string | null
    stated_people: readonly string[] | null
    confirmed_by: string | null
    confirmed_people: readonly string[] | null
    confirmed_at: Date | null
    settling_by: string | null
    settling_people: readonly string[] | null
    settling_at: Date | null
    settled_by: string | null
    settled_people: readonly string[] | null
    is_word_renewed: boolean
  }
  shared_tables: {
    name: string
    on_arrival: string | null
  }
  signing_keys: {
    tenant_id: string
    kid: string
    public_jwk: unknown
    private_sealed: Buffer
    created: Date
    signs_from: Date
  }
  simbank_challenges: {
    tenant_id: string
    transaction_id: string
    configuration_id: string
    merchant_name: string | null
    masked_card_number: string
    card_scheme: string
    amount: number
    currency: string
    callback_url: string
    outcome: 'frictionless' | 'challenge' | 'failed' | 'attempt'
    is_cvv_wrong: boolean
    wrong_codes: number
    result: 'ok' | 'wrong_code' | 'cancelled' | 'refused' | null
    expires_at: Date
    created: Date
  }
  simple_routing_rules: {
    tenant_id: string
    id: string
    name: string
    priority: number
    bank_code: string | null
    has_installment: boolean | null
    min_amount: number | null
    max_amount: number | null
    currency: string | null
    card_brand_filter: string | null
    card_type_filter: string | null
    target_connector_config_id: string
    fallback_connector_config_id: string | null
    extra_properties: unknown
    is_active: boolean
    is_deleted: boolean
    created: Date
    last_modified: Date
  }
  source_accounts: {
    tenant_id: string
    id: string
    configuration_id: string
    bank_code: string
    holder_name: string
    description: string | null
    account_number: string | null
    iban: string | null
    currency: 'TRY' | 'USD' | 'EUR'
    extra: unknown
    is_active: boolean
    is_deleted: boolean
    created: Date
    last_modified: Date
    changed_by: string | null
    binding_people: readonly string[] | null
    authors: unknown
  }
  source_balances: {
    tenant_id: string
    account_id: string
    available: number
    reserved: number
    statement_until: string | null
    checked_at: Date | null
    differs_by: number
    differs_times: number
  }
  spent_challenges: {
    tenant_id: string
    challenge_hash: Buffer
    ends: Date
  }
  tenant_roles: {
    tenant_id: string
    name: string
    description: string | null
    includes: readonly string[]
    created: Date
    last_modified: Date
  }
  tenant_shards: {
    id: string
    slug: string
    shard: number
    version: number
    other_shard: number | null
    move_step: string | null
    step_since: Date | null
  }
  test_cards: {
    tenant_id: string
    id: string
    card_number: string
    card_holder_name: string
    expiry_month: number
    expiry_year: number
    cvv: string
    card_schema_type: string
    card_type: string
    card_brand: string
    expected_result: string
    custom_error_code: string | null
    custom_error_message: string | null
    simulated_delay_ms: number | null
    label: string | null
    extra_properties: unknown
    is_active: boolean
    is_deleted: boolean
    created: Date
    last_modified: Date
  }
  three_d_sessions: {
    tenant_id: string
    payment_id: string
    merchant_id: string
    model: '3d_secure' | '3d_pay' | '3d_host'
    state_sealed: Buffer
    return_url: string
    cancel_url: string | null
    is_manual: boolean
    expires_at: Date
    md_status: string | null
    eci: string | null
    xid: string | null
    ds_trans_id: string | null
    proof_sealed: Buffer | null
    refusal: string | null
    refusal_message: string | null
    charged: unknown
    verified_at: Date | null
    held_until: Date | null
    completion_key: string | null
    completion_fingerprint: Buffer | null
    completion_correlation_id: string | null
    late_charge: 'found' | 'reversed' | null
    created: Date
    last_modified: Date
    callback_correlation_id: string | null
    completion_answered: boolean
  }
  trace_contexts: {
    tenant_id: string
    correlation_id: string
    traceparent: string
    created: Date
  }
  transfer_external_ids: {
    tenant_id: string
    merchant_id: string
    external_id: string
  }
  transfer_notices: {
    tenant_id: string
    transfer_id: string
    signature: Buffer
    received_at: Date
    event: string
    user_id: string | null
    body: string
    verdict: 'accepted' | 'duplicate' | 'ignored'
    reason: string
  }
  transfer_outcome: {
    tenant_id: string | null
    id: string | null
    from_status: string | null
    from_attempt: number | null
    fencing: number | null
    to_status: string | null
    step_of_history: unknown
    taken_amount: number | null
    taken_fee: number | null
    ends_reservation: boolean | null
    sent_type: string | null
    receipt_no: string | null
    provider_transaction_id: string | null
    bank_response_code: string | null
    error_code: string | null
    error_message: string | null
    processed_at: Date | null
    retry_count: number | null
    attempt_no: number | null
    step: string | null
    next_step_at: Date | null
    inquiry_count: number | null
    modified: Date | null
    event_id: string | null
    event_type: string | null
    event_body: string | null
  }
  transfer_postings: {
    tenant_id: string
    operation_id: string
    attempt_no: number
    kind: 'opening' | 'inbound' | 'outbound' | 'return' | 'reserve' | 'release' | 'take' | 'fee'
    account_id: string
    transfer_id: string | null
    debit_account: string
    credit_account: string
    amount: number
    currency: string
    created: Date
  }
  transfer_references: {
    tenant_id: string
    key_reference: string
    transfer_id: string
  }
  transfers: {
    tenant_id: string
    id: string
    merchant_id: string
    status: string
    external_id: string | null
    description: string | null
    request_type: 'fast' | 'eft' | 'remittance' | 'credit_card'
    sent_type: string | null
    amount: number
    currency: string
    fee: number
    requested_account_id: string
    source_account_id: string
    success_account_id: string | null
    receiver_account_id: string
    recipient_id: string | null
    receiver_key: string
    holder_name: string
    bank_code: string | null
    iban: string | null
    account_number: string | null
    masked_card_no: string | null
    card_token: string | null
    card_sealed: Buffer | null
    tax_id_sealed: Buffer | null
    scheduled_date: Date
    verdict: string
    is_held: boolean
    created_by: string
    approved_by: string | null
    rejected_by: string | null
    sent_by: string | null
    approved_at: Date | null
    sent_at: Date | null
    processed_at: Date | null
    reserved: number
    retry_count: number
    attempt_no: number
    attempt_at: Date | null
    step: 'send' | 'inquire' | null
    next_step_at: Date | null
    inquiry_count: number
    lease_owner: number | null
    lease_until: Date | null
    fencing: number
    receipt_no: string | null
    provider_transaction_id: string | null
    bank_response_code: string | null
    error_code: string | null
    error_message: string | null
    recurring_transfer_id: string | null
    terms_by: string | null
    sequence: number
    history: unknown
    extra: unknown
    correlation_id: string
    client_id: string
    created: Date
    last_modified: Date
    made_people: readonly string[] | null
    decided_people: readonly string[] | null
    sent_people: readonly string[] | null
    three_persons: boolean | null
    key_reference: string | null
  }
  unresolved_operations: {
    tenant_id: string
    id: string
    payment_id: string
    merchant_id: string
    kind: 'sale' | 'pre_auth' | 'capture' | 'void' | 'refund'
    why: 'not_found' | 'no_answer'
    amount: number
    currency: string
    configuration_id: string
    connector_code: string
    reference: string
    since: Date
    proposed_outcome: 'booked' | 'not_booked' | null
    proposed_by: string | null
    proposed_people: readonly string[] | null
    proposed_at: Date | null
    note: string | null
    provider_transaction_id: string | null
    auth_code: string | null
    host_reference: string | null
    confirmed_by: string | null
    confirmed_people: readonly string[] | null
    confirmed_at: Date | null
    outcome: 'booked' | 'not_booked' | null
    resolved_by: 'people' | 'bank' | null
    resolved_at: Date | null
  }
  users: {
    tenant_id: string
    id: string
    username: string
    email: string
    first_name: string | null
    last_name: string | null
    password_hash: string | null
    password_is_temporary: boolean
    roles: readonly string[]
    merchant_id: string | null
    company_name: string | null
    enabled: boolean
    email_verified: boolean
    pending_approval: boolean
    sessions_valid_from: Date | null
    is_deleted: boolean
    created: Date
    last_modified: Date
    password_known_by: readonly string[] | null
    changed_people: readonly string[] | null
    needs_confirmation: boolean | null
    previous_password_hashes: readonly string[] | null
    unused_since: Date | null
    totp_sealed: Buffer | null
    totp_confirmed_at: Date | null
    totp_last_step: number | null
    recovery_code_hashes: readonly Buffer[] | null
    has_counted: boolean | null
    waiting_changes: unknown
    awaited: unknown
    second_factor_known_by: readonly string[] | null
    address_waits: boolean | null
    password_replaced: boolean | null
    is_vouched: boolean | null
    second_factor_reset_at: Date | null
  }
  verified_bounds: {
    tenant_id: string
    check_name: string
    until: string
    verified_at: Date
  }
  waiting_changes: {
    tenant_id: string
    id: string
    surface: 'cards' | 'fraud'
    kind: string
    entity_id: string
    label: string
    basis: unknown
    wish: unknown
    changes: unknown
    requested_by: string
    requested_people: readonly string[] | null
    requested_at: Date
    status: 'waiting' | 'confirmed' | 'rejected' | 'replaced'
    decided_by: string | null
    decided_people: readonly string[] | null
    decided_at: Date | null
  }
  webhook_deliveries: {
    tenant_id: string
    resource_id: string
    sequence: number
    subscription_id: string
    attempt_number: number
    id: string
    event_type: string
    activation: number
    state: 'waiting' | 'delivered' | 'failed' | 'dropped'
    is_replay: boolean
    due_at: Date
    lease_until: Date | null
    crash_repeats: number
    max_retry_count: number | null
    url: string | null
    http_status_code: number | null
    duration_ms: number | null
    error_message: string | null
    request_headers: string | null
    response_headers: string | null
    response_body: string | null
    next_retry_at: Date | null
  }
  webhook_subscriptions: {
    tenant_id: string
    id: string
    surface: 'cards' | 'transfers'
    merchant_id: string | null
    url: string
    description: string | null
    events: readonly string[]
    max_retry_count: number
    secret_sealed: Buffer
    previous_secret_sealed: Buffer | null
    previous_secret_expires_at: Date | null
    is_active: boolean
    is_deleted: boolean
    activation: number
    failing_since: Date | null
    dead_count: number
    created: Date
    last_modified: Date
  }
}

/** Columns that are never null and that an insert may leave out. */
export interface Defaulted {
  allowed_transitions: never
  announced_event: never
  api_request_logs: never
  archive_keys: never
  archived_months: 'changed_at'
  archived_person_rows: never
  archived_sums: never
  audit_cuts: never
  audit_heads: never
  audit_log: never
  backups: 'id' | 'made'
  bank_bins: 'is_commercial' | 'card_length' | 'is_active' | 'is_deleted'
  bank_file_rows: never
  bank_files: 'origin' | 'sent_people'
  banks: 'is_active' | 'is_deleted' | 'is_changed'
  cancellation_requests: never
  chargeback_evidence: never
  chargeback_evidence_pieces: never
  chargeback_steps: never
  chargebacks: 'booked' | 'ends_by_two'
  checkout_attempts: never
  checkout_sessions: 'attempt_no'
  cities: 'is_active'
  claim_days: 'begun_at'
  clients: 'is_active' | 'is_deleted'
  closed_block_copies: 'made_at'
  closed_block_deltas: 'no'
  closed_block_filter_counts: never
  closed_block_filters: 'used_at'
  closed_block_heads: 'version'
  closed_block_texts: never
  closed_block_values: never
  closed_blocks: never
  closed_lists: never
  connector_changes: never
  connector_configurations: 'extra_properties' | 'is_active' | 'is_deleted' | 'is_confirmed'
  connector_error_codes: 'should_retry'
  connector_hosts: 'is_simulator' | 'is_deleted'
  connectors: 'extra_properties' | 'is_active' | 'is_deleted'
  console_changes: 'xid' | 'seq' | 'at'
  console_preferences: never
  console_sessions: 'refresh_no'
  console_watches: never
  data_keys: 'generation'
  database_identity: 'is_only' | 'lineage' | 'epoch'
  dcc_offers: never
  districts: 'is_active'
  divided_tables: 'part'
  emptied_columns: never
  events: never
  fields_sessions: 'token_no'
  former_merchant_claims: never
  fraud_alerts: 'status'
  fraud_blacklist: 'written_at' | 'written_by'
  fraud_blacklist_global: 'written_at' | 'written_by'
  fraud_checks: never
  fraud_counted: 'is_complete'
  fraud_declines: never
  fraud_policies: never
  fraud_rules: 'is_active' | 'is_shadow' | 'is_deleted' | 'version' | 'awaits_activation'
  fraud_rules_global: 'is_active' | 'is_shadow' | 'is_builtin' | 'is_deleted' | 'version' | 'awaits_activation'
  fraud_velocity: never
  fraud_volumes: never
  idempotency_claims: never
  idempotency_keys: never
  identity_providers: 'is_active'
  journal: never
  key_rotation_steps: 'resealed' | 'found'
  key_rotations: 'started_at'
  limit_buckets: 'returned'
  limit_windows: never
  mail_outbox: 'try_count' | 'fencing'
  mcc_codes: 'is_active'
  merchant_bank_profiles: 'extra_properties' | 'is_confirmed'
  merchant_terms: never
  merchants: 'is_active' | 'is_deleted' | 'has_been_used'
  monitor_channels: never
  monitor_findings: never
  monitor_messages: 'try_count' | 'fencing'
  new_fraud_alert: never
  new_fraud_check: never
  new_operation: never
  new_payment: never
  new_request_log: never
  new_transfer: never
  new_velocity_entry: never
  operation_outcome: never
  part_rewrites: 'step' | 'rows' | 'begun_at'
  partitions: never
  passkeys: never
  password_requests: never
  payment_operations: 'fencing' | 'inquiry_count' | 'answer_unseen' | 'nothing_sent'
  payment_outcome: never
  payments: 'captured' | 'refunded' | 'refunding' | 'search_text' | 'fencing' | 'inquiry_count' | 'sequence' | 'facets' | 'answer_unseen' | 'key_claimed'
  person_links: 'is_used'
  plans: 'is_unlimited' | 'is_active' | 'is_default' | 'sort_order' | 'features'
  platform_clock: 'only_row' | 'offset_ms'
  platform_keys: never
  posting_sums: never
  process_keys: 'noted_at'
  processes: 'started' | 'is_stopped' | 'known_steps'
  promotions: 'seen' | 'is_vouched'
  quota_counts: never
  realms: 'allow_non_3d' | 'preferred_three_d_flow'
  receiver_accounts: 'is_default' | 'is_active' | 'is_deleted'
  recipients: 'is_active' | 'is_deleted'
  reconciled_payments: never
  reconciliation_details: 'id' | 'kind' | 'was_settled' | 'written_off'
  reconciliation_entries: 'entry' | 'was_settled'
  reconciliations: 'file_ids' | 'total_db_transactions' | 'total_bank_transactions' | 'matched_count' | 'amount_mismatch_count' | 'status_mismatch_count' | 'orphan_db_count' | 'orphan_bank_count' | 'resolved_count' | 'ignored_count' | 'total_db_amount' | 'total_bank_amount' | 'answer_owed' | 'follow_up' | 'follow_up_line' | 'written_off' | 'is_of_one'
  recurring_installments: 'try_count' | 'is_trying' | 'step_count' | 'fencing'
  recurring_plans: 'error_count' | 'completed_count' | 'event_count'
  recurring_runs: never
  recurring_transfers: 'reminder_days' | 'notify_on_success' | 'notify_on_error' | 'run_no' | 'execution_count' | 'version'
  reference_seeds: never
  refresh_tokens: never
  release_steps: never
  restore_findings: never
  restores: 'id' | 'met'
  retention_clock: 'is_platform_clock'
  retired_external_ids: 'retired_at'
  routing_rule_days: never
  routing_rules: 'extra_properties' | 'is_active' | 'is_deleted'
  routing_settings: 'routing_mode' | 'weight_factor' | 'success_rate_factor' | 'response_time_factor' | 'cost_factor' | 'min_execution_candidates' | 'fallback_enabled' | 'bin_weight' | 'amount_weight' | 'currency_weight' | 'installment_weight' | 'brand_weight' | 'type_weight'
  settings: never
  settlement_balances: never
  settlement_entries: never
  settlement_lines: never
  settlement_reserves: never
  settlement_runs: never
  settlements: 'chargeback_amount' | 'bank_tax' | 'platform_tax' | 'adjustment_amount' | 'reserve_amount' | 'reserve_released' | 'carried_in' | 'carried_out' | 'value_dates' | 'is_correction' | 'event_count' | 'is_word_renewed'
  shared_tables: never
  signing_keys: never
  simbank_challenges: 'wrong_codes'
  simple_routing_rules: 'extra_properties' | 'is_active' | 'is_deleted'
  source_accounts: 'is_active' | 'is_deleted'
  source_balances: 'available' | 'reserved' | 'differs_by' | 'differs_times'
  spent_challenges: never
  tenant_roles: never
  tenant_shards: never
  test_cards: 'extra_properties' | 'is_active' | 'is_deleted'
  three_d_sessions: 'completion_answered'
  trace_contexts: 'created'
  transfer_external_ids: never
  transfer_notices: never
  transfer_outcome: never
  transfer_postings: never
  transfer_references: never
  transfers: 'fee' | 'is_held' | 'reserved' | 'retry_count' | 'attempt_no' | 'inquiry_count' | 'fencing' | 'sequence'
  unresolved_operations: never
  users: 'password_is_temporary' | 'enabled' | 'email_verified' | 'pending_approval' | 'is_deleted'
  verified_bounds: 'verified_at'
  waiting_changes: 'status'
  webhook_deliveries: 'is_replay' | 'crash_repeats'
  webhook_subscriptions: 'is_active' | 'is_deleted' | 'activation' | 'dead_count'
}
