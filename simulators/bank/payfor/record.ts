/**
 * The gateway's record of a request, of which callbacks, inquiries and reports show most members. Members that the simulator
 * has no use for have the value that test hosts were recorded with.
 */

export type Members = Readonly<Record<string, string>>

/** In the order of the bank. */
const RECORD: readonly (readonly [name: string, value: string])[] = `
  RequestGuid MbrId MerchantID OrderId RequestIp=127.0.0.1 RequestStat=1,10 SecureType PurchAmount Exponent=2 Currency
  Description OkUrl FailUrl PayerTxnId PayerAuthenticationCode Eci MD Hash TerminalID=VS010481 TxnType OrgOrderId
  SubMerchantCode recur_frequency recur_expiry CardType Lang=tr BonusAmount InstallmentCount=0 Rnd AlphaCode=TL Ecommerce=1
  MrcCountryCode=792 MrcName MerchantHomeUrl CardHolderName IrcDet IrcCode Version TxnStatus CavvAlg ParesVerified
  ParesSyntaxOk ErrMsg VendorDet TxnResult AuthCode HostRefNum ProcReturnCode ReturnUrl ErrorData BatchNo=0 VoidDate
  CardMask ReqId=0 UsedPoint=0 SrcType=VPO RefundedAmount=0 RefundedPoint=0 ReqDate=0 SysDate=0 F11=0 F37 IsRepeatTxn
  CavvResult VposElapsedTime=0 BankingElapsedTime=0 SocketElapsedTime=0 HsmElapsedTime=0 MpiElapsedTime=0
  hasOrderId=False TemplateType=0 HasAddressCount=False IsPaymentFacilitator=False MerchantCountryCode OrgTxnType
  F11_ORG=0 F12_ORG=0 F13_ORG F22_ORG=0 F25_ORG=0 MTI_ORG=0 DsBrand IntervalType=0 IntervalDuration=0 RepeatCount=0
  CustomerCode RequestMerchantDomain RequestClientIp=127.0.0.1 ResponseRnd ResponseHash BankInternalResponseCode
  BankInternalResponseMessage BankInternalResponseSubcode BankInternalResponseSubmessage BayiKodu VoidTime=0 VoidUserCode
  PaymentLinkId=0 ClientId IsQRValid IsFastValid IsQR IsFast QRRefNo FASTGonderenKatilimciKodu FASTAlanKatilimciKodu
  FASTReferansNo FastGonderenIBAN FASTGonderenAdi MobileECI HubConnId WalletData Tds2dsTransId Is3DHost`
  .trim()
  .split(/\s+/)
  .map((each) => {
    const [name = '', value = ''] = each.split('=')
    return [name, value] as const
  })

export const buildRecord = (members: Members): Record<string, string> => ({ ...Object.fromEntries(RECORD), ...members })

const LETTERS: Readonly<Record<string, string>> = { TRY: 'TL' }
export const alphaCode = (currency: string): string => LETTERS[currency] ?? currency

/** The first letter of the scheme, as in V. */
export const schemeLetter = (scheme: string): string => scheme.slice(0, 1).toUpperCase()
