/** Members of a configuration as each bank calls them, in the words of its documents and screens. */
import type { ConnectorType } from '../../../../sdk/src/generated/cards.ts'
import type { Both } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'

type BankMember =
  | 'username'
  | 'password'
  | 'store_id'
  | 'terminal_id'
  | 'secret_key'
  | 'api_key'
  | 'extra_credentials'
  | 'api_endpoint_url'
  | 'three_d_secure_endpoint_url'
  | 'extra_properties_dict'

/** A member without a text is not read at this bank. */
type BankMembers = Readonly<Partial<Record<BankMember, Both>>>

const both = (en: string, tr: string): Both => ({ en, tr })
const UNREAD = both('This bank does not use it.', 'Bu banka kullanmaz.')
const MODELS = both(
  'three_d_model=3d_secure (we charge after the challenge) or 3d_pay (the bank does)',
  'three_d_model=3d_secure (çekimi doğrulamadan sonra biz isteriz) veya 3d_pay (banka yapar)',
)

const NESTPAY: BankMembers = {
  username: both('API user of the bank', 'Bankanın API kullanıcısı'),
  password: both('Password of the API user', 'API kullanıcısının parolası'),
  store_id: both('Client number (clientid)', 'Üye iş yeri numarası (clientid)'),
  secret_key: both('Store key; signs 3-D Secure', 'İş yeri anahtarı (storekey); 3-D Secure mesajlarını imzalar'),
  api_endpoint_url: both('Ends with /fim/api', '/fim/api ile biter'),
  three_d_secure_endpoint_url: both('Ends with /fim/est3Dgate', '/fim/est3Dgate ile biter'),
  extra_properties_dict: MODELS,
}

const GARANTI: BankMembers = {
  username: both('Provision user, such as PROVAUT', 'Provizyon kullanıcısı, örneğin PROVAUT'),
  password: both('Password of the provision user', 'Provizyon kullanıcısının parolası'),
  store_id: both('Merchant number', 'İş yeri numarası'),
  terminal_id: both('Terminal number', 'Terminal numarası'),
  secret_key: both('Store key; signs 3-D Secure', 'Güvenlik anahtarı (storekey); 3-D Secure mesajlarını imzalar'),
  extra_credentials: both(
    '{"refund_username": "PROVRFN", "refund_password": "..."}: the user of voids and refunds',
    '{"refund_username": "PROVRFN", "refund_password": "..."}: iptal ve iade kullanıcısı',
  ),
  api_endpoint_url: both('Ends with /VPServlet', '/VPServlet ile biter'),
  three_d_secure_endpoint_url: both('Ends with /servlet/gt3dengine', '/servlet/gt3dengine ile biter'),
  extra_properties_dict: MODELS,
}

const PAYFOR: BankMembers = {
  username: both('UserCode of an API user', 'API kullanıcısının kodu (UserCode)'),
  password: both('UserPass of the API user', 'API kullanıcısının parolası (UserPass)'),
  store_id: both('MerchantId, 15 digits', 'Üye iş yeri numarası (MerchantId), 15 rakam'),
  secret_key: both('MerchantPass, also called 3D key', 'MerchantPass, diğer adıyla 3D anahtarı'),
  api_endpoint_url: both('Ends with /Gateway/XMLGate.aspx', '/Gateway/XMLGate.aspx ile biter'),
  three_d_secure_endpoint_url: both('Ends with /Gateway/Default.aspx', '/Gateway/Default.aspx ile biter'),
  extra_properties_dict: both(
    `mbr_id=5 (QNB) or 12 (Ziraat Katılım); ${MODELS.en}`,
    `mbr_id=5 (QNB) veya 12 (Ziraat Katılım); ${MODELS.tr}`,
  ),
}

const POSNET: BankMembers = {
  username: both('POSNET_ID; only 3-D Secure uses it', 'POSNET_ID; yalnızca 3-D Secure kullanır'),
  store_id: both('MERCHANT_ID, ten digits', 'MERCHANT_ID, on rakam'),
  terminal_id: both('TERMINAL_ID, eight characters', 'TERMINAL_ID, sekiz karakter'),
  secret_key: both('ENCKEY with its commas', 'Virgülleriyle birlikte ENCKEY'),
  api_endpoint_url: both('Ends with /PosnetWebService/XML', '/PosnetWebService/XML ile biter'),
  three_d_secure_endpoint_url: both(
    'Ends with /3DSWebService/YKBPaymentService',
    '/3DSWebService/YKBPaymentService ile biter',
  ),
  extra_properties_dict: both('three_d_model=3d_secure; there is no other', 'three_d_model=3d_secure; başkası yok'),
}

const AKBANK: BankMembers = {
  store_id: both('merchantSafeId, 32 digits and capitals', 'merchantSafeId, 32 rakam ve büyük harf'),
  terminal_id: both('terminalSafeId, 32 digits and capitals', 'terminalSafeId, 32 rakam ve büyük harf'),
  secret_key: both('secretKey; signs every request', 'Güvenlik anahtarı (secretKey); her isteği imzalar'),
  api_endpoint_url: both(
    'Ends with /api/v1/payment/virtualpos/transaction/process',
    '/api/v1/payment/virtualpos/transaction/process ile biter',
  ),
  three_d_secure_endpoint_url: both('Ends with /securepay', '/securepay ile biter'),
  extra_properties_dict: both(
    `merchant_number=the number in the bank's files; ${MODELS.en}`,
    `merchant_number=banka dosyalarındaki üye iş yeri numarası; ${MODELS.tr}`,
  ),
}

const INTERPOS: BankMembers = {
  username: both('UserCode of an API user', 'API kullanıcısının kodu (UserCode)'),
  password: both('UserPass of the API user', 'API kullanıcısının parolası (UserPass)'),
  store_id: both('ShopCode, only digits', 'Mağaza kodu (ShopCode), yalnızca rakam'),
  secret_key: both(
    'merchantPass, also called 3D key; signs 3-D Secure',
    'merchantPass, diğer adıyla 3D anahtarı; 3-D Secure mesajlarını imzalar',
  ),
  api_endpoint_url: both('Ends with /mpi/Default.aspx', '/mpi/Default.aspx ile biter'),
  three_d_secure_endpoint_url: both('Ends with /mpi/Default.aspx', '/mpi/Default.aspx ile biter'),
  extra_properties_dict: MODELS,
}

const KUVEYT: BankMembers = {
  username: both('UserName of an API user', 'API kullanıcısının adı (UserName)'),
  password: both('Password of the API user; signs everything', 'API kullanıcısının parolası; her mesajı imzalar'),
  store_id: both('MerchantId, only digits', 'Mağaza numarası (MerchantId), yalnızca rakam'),
  terminal_id: both('CustomerId, only digits', 'Müşteri numarası (CustomerId), yalnızca rakam'),
  api_endpoint_url: both(
    'The service for voids, refunds and inquiries; ends with /VirtualPosService.svc/Basic',
    'İptal, iade ve sorgulama servisi; /VirtualPosService.svc/Basic ile biter',
  ),
  three_d_secure_endpoint_url: both(
    'The gate for all payments; ends with /ServiceGateWay/Home',
    'Bütün ödemelerin adresi; /ServiceGateWay/Home ile biter',
  ),
  extra_properties_dict: both('three_d_model=3d_secure; there is no other', 'three_d_model=3d_secure; başkası yok'),
}

const IYZICO: BankMembers = {
  api_key: both('API key', 'API anahtarı'),
  secret_key: both('Secret key; signs everything', 'Güvenlik anahtarı; her mesajı imzalar'),
  api_endpoint_url: both('https://api.iyzipay.com, without a path', 'https://api.iyzipay.com; yol yazılmaz'),
  extra_properties_dict: both(
    "merchant_number=the number in iyzico's files; merchant_commission_rate=what the marketplace keeps of a seller's payment",
    'merchant_number=iyzico dosyalarındaki üye iş yeri numarası; merchant_commission_rate=pazaryerinin satıcının ödemesinden ayırdığı yüzde',
  ),
}

/** Types without a gateway have only the labels. */
const BANKS: Readonly<Partial<Record<ConnectorType, BankMembers>>> = {
  nest_pay: NESTPAY,
  halk_bank_vpos: NESTPAY,
  is_bank_vpos: NESTPAY,
  ziraat_vpos: NESTPAY,
  garanti_vpos: GARANTI,
  qnb_finansbank_vpos: PAYFOR,
  enpara_vpos: PAYFOR,
  ziraat_katilim_vpos: PAYFOR,
  yapi_kredi_vpos: POSNET,
  akbank_vpos: AKBANK,
  deniz_bank_vpos: INTERPOS,
  kuveyt_turk_vpos: KUVEYT,
  iyzico: IYZICO,
}

/** The hint of a member for configurations of this type. */
export const useBankMembers = (type: ConnectorType): ((name: BankMember) => string | undefined) => {
  const language = useLanguage()
  const bank = BANKS[type]
  return (name) => bank && (bank[name] ?? UNREAD)[language]
}
