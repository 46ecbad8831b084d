/** InterPOS for tests: responses in its gateway's format. */
type Members = Readonly<Record<string, string | undefined>>

const pairs = (members: Members): string =>
  Object.entries(members)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(';;')

// biome-ignore format: an answer reads as one
/** An approved charge or operation; undefined leaves a member out. */
export const interposAnswer = (orderId: string, changes: Members = {}): string =>
  pairs({
    OrderId: orderId, ProcReturnCode: '00', HostRefNum: '600500000001', AuthCode: 'S00001', TxnResult: 'Success', ErrorMessage: '',
    CampanyId: '', CampanyInstallCount: '0', CampanyShiftDateCount: '0', CampanyTxnId: '', CampanyType: '', CampanyInstallment: '0', CampanyDate: '0',
    CampanyAmnt: '0', TRXDATE: '05.01.2026 10:15:30', TransId: '26005SIM000001', ErrorCode: '', EarnedBonus: '0,00', UsedBonus: '0,00',
    AvailableBonus: '0,00', BonusToBonus: '0', CampaignBonus: '0,00', FoldedBonus: '0', SurchargeAmount: '0', Amount: '149,90', CardHolderName: 'A B',
    QrReferenceNumber: '', QrCardToken: '', QrData: '', QrPayIsSucess: 'False',
    ...changes,
  })

export const interposRefusal = (orderId: string, ProcReturnCode: string, changes: Members = {}): string =>
  interposAnswer(orderId, {
    ProcReturnCode,
    HostRefNum: '',
    AuthCode: '',
    TxnResult: 'Failed',
    ErrorMessage: 'İşlem onaylanmadı',
    TRXDATE: '',
    TransId: '',
    CardHolderName: '',
    ...changes,
  })

/** The record of a sale before the end of its day. */
export const interposRecord = (orderId: string, changes: Members = {}): string =>
  pairs({
    OrderId: orderId,
    ProcReturnCode: '00',
    BatchNo: '17',
    TransId: '26005SIM000001',
    TRXDATE: '05.01.2026 10:15:30',
    TxnStat: 'N',
    PurchAmount: '149,90',
    VoidDate: '1.1.0001 00:00:00',
    TxnStatus: 'C',
    ChargeTypeCd: 'S',
    ErrorCode: '',
    ErrorMessage: '',
    RefundedAmount: '0',
    AuthCode: 'S00001',
    ...changes,
  })

export const interposNoRecord = (orderId: string): string =>
  interposRecord(orderId, {
    ProcReturnCode: '05',
    BatchNo: '',
    TransId: '',
    TRXDATE: '',
    TxnStat: '',
    PurchAmount: '0',
    TxnStatus: '',
    ChargeTypeCd: '',
    ErrorMessage: 'Kayit bulunamadi',
    AuthCode: '',
  })
