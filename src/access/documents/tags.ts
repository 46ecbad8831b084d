/** The groups of operations of each surface: in the order in which an integration meets them, each with its purpose. */
import type { SurfaceName } from '../endpoint.ts'

const HEALTH = 'Whether the service is alive, and ready for requests.'

export const TAGS: Readonly<Record<SurfaceName, Readonly<Record<string, string>>>> = {
  cards: {
    Payments: 'Sell, pre-authorize, capture, void and refund, with or without 3-D Secure; ask how a payment stands.',
    CheckoutSessions: 'Our own payment page: make a session, send the shopper there, read how it ended.',
    CardFields: 'Card fields of ours on your own page: you get a token instead of a card.',
    Transactions: 'Payments as rows to list, filter and export, each with its history.',
    Refunds: 'Refunds as rows of their own.',
    Webhooks: 'Who is told of events, the secrets that sign them, deliveries and replays.',
    TestCards: 'Cards of the sandbox and what each of them makes the bank answer.',
    Trace: 'Everything one request caused, from the request to the webhook.',
    Recurring: 'Plans that charge a card again and again.',
    CancellationRequests: 'Voids and refunds that wait for a second person.',
    Chargebacks: 'What the cardholder’s bank asks back: evidence, deadlines, outcomes.',
    Settlements: 'What a bank pays out for a day or a period.',
    Reconciliations: 'The bank’s files of a day compared with our payments.',
    Lookups: 'Banks, BINs, cities and merchant categories.',
    Validation: 'Whether a card number, an IBAN or another id is well-formed.',
    Dashboard: 'Figures of card payments.',
    ApiRequestLogs: 'The calls to banks, with what was sent and answered.',
    UnresolvedOperations: 'Payments whose outcome nobody knows yet, for people to decide.',
    Connectors: 'The kinds of banks that can be connected.',
    ConnectorConfigurations: 'A tenant’s accounts at its banks.',
    MerchantBankProfiles: 'A merchant’s numbers at a bank.',
    RoutingRules: 'Which bank takes which payment.',
    SimpleRoutingRules: 'The same as a short list of conditions.',
    ConnectorErrorCodes: 'What a bank’s codes mean.',
    WaitingChanges: 'Changes of routing that wait for a second person.',
    Settings: 'Switches of the tenant and its merchants.',
    Health: HEALTH,
  },
  transfers: {
    Transfers: 'Create transfers, approve, send and follow them.',
    Accounts: 'Accounts at the banks that money is sent from.',
    Recipients: 'People and companies that receive money.',
    ReceiverAccounts: 'Their accounts.',
    Webhooks: 'Who is told of events, the secrets that sign them, deliveries and replays.',
    RecurringTransfers: 'Plans that send money again and again.',
    ConnectorAccounts: 'A tenant’s accounts as they are set up here, with balances and movements.',
    Validation: 'Whether an IBAN or another id is well-formed.',
    Dashboard: 'Figures of transfers.',
    Settings: 'Switches of the tenant.',
    Health: HEALTH,
  },
  fraud: {
    FraudAlerts: 'Payments and transfers that wait for a person’s decision.',
    FraudRules: 'A tenant’s own rules.',
    FraudBlacklist: 'Values that are refused.',
    FraudLogs: 'What the rules said of each payment and transfer, and why.',
    MerchantPolicies: 'How far a merchant’s payments are checked.',
    WaitingFraudChanges: 'Changes of checks that wait for a second person.',
    PlatformFraudRules: 'Rules of the platform, for every tenant.',
    PlatformFraudAlerts: 'Alerts of all tenants.',
    PlatformFraudBlacklist: 'Values refused for every tenant.',
    Health: HEALTH,
  },
  identity: {
    Auth: 'Access tokens for programs and people.',
    ApiKeys: 'Credentials of programs.',
    Merchants: 'The shops of a tenant.',
    Users: 'The people of a tenant, their roles and invitations.',
    TenantRoles: 'Roles a tenant has put together.',
    Me: 'The person behind a token: password, second factor, sessions.',
    IdentityProviders: 'Sign-in through a tenant’s own identity provider.',
    Monitors: 'What the program finds wrong, and who is notified.',
    AuditLog: 'Who changed what.',
    PersonData: 'Personal data: export and erasure.',
    PlatformTenants: 'Customers of the platform.',
    PlatformPlans: 'What a plan opens and limits.',
    PlatformProcesses: 'Which processes of the program run, and which died.',
    PlatformShards: 'The database servers that tenants are spread over.',
    SigningKeys: 'Keys that sign access tokens.',
    Lookups: 'Banks, BINs and other look-up data.',
    Validation: 'Whether an id is well-formed.',
    Sandbox: 'The clock of the sandbox.',
    Health: HEALTH,
  },
}

/** Returns items of known tags in the order of the tags, then all others. */
export const inTagOrder = <T>(surface: SurfaceName, items: readonly T[], tagOf: (item: T) => string): T[] => {
  const order = Object.keys(TAGS[surface])
  const place = (item: T): number => {
    const at = order.indexOf(tagOf(item))
    return at === -1 ? order.length : at
  }
  return [...items].sort((a, b) => place(a) - place(b))
}
