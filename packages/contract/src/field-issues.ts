/**
 * What is wrong with a field. A schema reports a rule and its parameters, never a sentence; the host turns them into
 * text in the caller's language with {@link describeFieldIssue}.
 */
export interface FieldIssue {
  rule: keyof typeof FIELD_RULES;
  min?: number;
  max?: number;
  values?: readonly string[];
  /** Only for `unknown`: the keys that the object must not have. */
  keys?: readonly string[];
}

type Describe = (issue: FieldIssue) => string;
const list = (issue: FieldIssue): string => (issue.values ?? []).join(' / ');

/** The texts of field errors, one row for each rule. */
export const FIELD_RULES = {
  required: { zh: () => '必填', en: () => 'is required' },
  type: { zh: (i) => `类型必须是 ${list(i)}`, en: (i) => `must be of type ${list(i)}` },
  oneOf: { zh: (i) => `必须是以下之一：${list(i)}`, en: (i) => `must be one of ${list(i)}` },
  length: {
    zh: (i) => `长度必须为 ${i.min} 到 ${i.max} 个字符`,
    en: (i) => `must have ${i.min} to ${i.max} characters`,
  },
  text: {
    zh: () => '含有不允许的字符（控制字符、方向控制符或不完整的 Unicode）',
    en: () => 'holds characters that are not allowed (control, bidi override or broken Unicode)',
  },
  money: {
    zh: (i) => `必须是 ${i.min} 到 ${i.max} 之间、最多两位小数的金额（元）`,
    en: (i) => `must be an amount in yuan from ${i.min} to ${i.max} with at most 2 decimals`,
  },
  integer: {
    zh: (i) => `必须是 ${i.min} 到 ${i.max} 之间的整数`,
    en: (i) => `must be a whole number from ${i.min} to ${i.max}`,
  },
  totalTooLarge: {
    zh: (i) => `价格乘以数量不得超过 ${i.max} 元`,
    en: (i) => `price times quantity must not exceed ${i.max} yuan`,
  },
  phone: {
    zh: () => '必须是 1 开头的 11 位手机号',
    en: () => 'must be an 11-digit mobile number that begins with 1',
  },
  url: { zh: () => '不是有效的网址', en: () => 'is not a valid URL' },
  webhookUrl: {
    zh: () =>
      '必须是 https 地址：使用主机名（不是 IP 地址），端口为 443 或 1024 至 65535，且不含用户信息和片段',
    en: () =>
      'must be an https URL with a host name (no address), port 443 or 1024 to 65535, without user info and fragment',
  },
  secretFirst: {
    zh: () => '该端点还没有密钥：请先轮换密钥',
    en: () => 'needs a secret first: rotate it',
  },
  everyType: {
    zh: () => '必须是 ["*"]，或 1 到 30 个事件类型',
    en: () => 'must be ["*"], or 1 to 30 types of events',
  },
  productUrl: {
    zh: () => '不是该平台的商品页面地址',
    en: () => 'is not a product page address of this platform',
  },
  productPage: {
    zh: () => '该地址没有可识别的商品页面',
    en: () => 'does not lead to a recognisable product page',
  },
  time: { zh: () => '必须是 ISO 8601 时间', en: () => 'must be an ISO 8601 time' },
  range: { zh: () => '开始时间不得晚于结束时间', en: () => 'the start must not be after the end' },
  repeated: { zh: () => '参数只能出现一次', en: () => 'must be given once only' },
  tooManyValues: {
    zh: (i) => `包含的值不得超过 ${i.max} 个`,
    en: (i) => `must not hold more than ${i.max} values`,
  },
  unknown: { zh: () => '未知字段', en: () => 'unknown field' },
  immutable: { zh: () => '该字段不可修改', en: () => 'cannot be updated' },
  conflict: { zh: () => '与同义参数的值不一致', en: () => 'differs from the value of its alias' },
  values: { zh: (i) => `最多 ${i.max} 个值`, en: (i) => `must hold at most ${i.max} values` },
  labelKey: {
    zh: (i) => `标签名须以小写字母开头，其后为小写字母、数字、_ . -，最多 ${i.max} 个字符`,
    en: (i) =>
      `must be named by a lower-case letter, then lower-case letters, digits and _ . -, ${i.max} characters in all at most`,
  },
  cursor: {
    zh: () => '不是该列表的游标，或筛选、排序条件已改变',
    en: () => 'is not a cursor of this list, or its filters or sort differ',
  },
  feedCursor: {
    zh: () => '必须是已处理的最后一个事件的 sequence、0 或 latest',
    en: () => 'must be the sequence of the last event that was handled, 0 or latest',
  },
  idempotencyKey: {
    zh: (i) => `必须是 1 到 ${i.max} 个可见 ASCII 字符`,
    en: (i) => `must be 1 to ${i.max} visible ASCII characters`,
  },
  username: {
    zh: () => '只能含有小写字母、数字和 . _ @ -，并以字母或数字开头和结尾',
    en: () => 'must have only letters, digits and . _ @ -, and begin and end with a letter or digit',
  },
  ipRange: { zh: () => '不是 IP 地址或 CIDR 网段', en: () => 'is neither an IP address nor a CIDR range' },
  entries: {
    zh: (i) => `必须有 ${i.min} 到 ${i.max} 项`,
    en: (i) => `must hold ${i.min} to ${i.max} entries`,
  },
  keysInItems: {
    zh: () => '批量创建的幂等键写在各项的 idempotencyKey 中',
    en: () => 'belongs into the items of a batch, as idempotencyKey',
  },
  after: {
    zh: () => '必须是导出中某一行的 createdAt 和 id，以逗号分隔',
    en: () => 'must be createdAt and id of a line of an export, separated by a comma',
  },
  atLeastOne: { zh: () => '至少需要一个值', en: () => 'must hold at least one value' },
  redirectUri: {
    zh: () =>
      '必须是 https 地址、127.0.0.1、[::1] 或 localhost 上的 http 地址，或（仅公开客户端）com.example.app:/callback 形式的私有协议；不含用户信息和片段',
    en: () =>
      'must be https, http on 127.0.0.1, [::1] or localhost, or for a public client a private scheme such as com.example.app:/callback; without user and fragment',
  },
  redirectUris: {
    zh: () => 'authorization_code 需要至少一个回调地址，其他授权方式不需要',
    en: () => 'authorization_code needs a redirect URI, and no other grant type takes one',
  },
  refreshGrant: {
    zh: () => 'refresh_token 须与 authorization_code 或设备授权一起使用',
    en: () => 'refresh_token goes together with authorization_code or the device grant',
  },
  publicGrant: {
    zh: () => '公开客户端没有自己的凭证，不能使用 client_credentials',
    en: () => 'a public client has no credentials of its own',
  },
  id: { zh: () => '不是有效的编号', en: () => 'is not a valid id' },
  day: { zh: () => '必须是 YYYY-MM-DD 形式的日期', en: () => 'must be a day of the form YYYY-MM-DD' },
  period: {
    zh: (i) => `时间段不得超过 ${i.max} 天`,
    en: (i) => `the period must not exceed ${i.max} days`,
  },
  unknownId: { zh: () => '该编号不存在', en: () => 'names nothing that exists' },
  shopUrl: {
    zh: () => '不是店铺地址：须为 http(s) 地址，且不含账号、查询参数和片段',
    en: () => 'is not the address of a shop: http(s), without user info, query and fragment',
  },
  supplierBlocked: {
    zh: () => '该商品的供应商已被停用',
    en: () => 'belongs to a supplier that is blocked',
  },
  notConnected: {
    zh: () => '本服务未接入该平台',
    en: () => 'is not connected to this service',
  },
  supplierMismatch: {
    zh: () => '与商品地址或合同的供应商不符',
    en: () => 'is not the supplier of the product or the contract',
  },
  contractInvalid: { zh: () => '合同未生效或已失效', en: () => 'names a contract that does not hold now' },
  notInContract: { zh: () => '合同不包含该商品', en: () => 'is not a product of the contract' },
  contractPrice: {
    zh: (i) => `合同规定单价不得超过 ${i.max} 元`,
    en: (i) => `must not exceed ${i.max} yuan by the contract`,
  },
  contractQuantity: {
    zh: (i) => `合同剩余数量为 ${i.max} 件`,
    en: (i) => `the contract leaves ${i.max} pieces`,
  },
  contractAmount: {
    zh: (i) => `合同剩余金额为 ${i.max} 元`,
    en: (i) => `the contract leaves ${i.max} yuan`,
  },
  version: {
    zh: () => '必须是 "<version>" 形式的 ETag',
    en: () => 'must be an ETag of the form "<version>"',
  },
} as const satisfies Record<string, { zh: Describe; en: Describe }>;

export type Language = 'zh' | 'en';

/** The sentence for one issue, in the given language. */
export function describeFieldIssue(issue: FieldIssue, language: Language): string {
  return FIELD_RULES[issue.rule][language](issue);
}

/** A schema can carry only a string as its message, so an issue is encoded as JSON. */
export function encodeFieldIssue(issue: FieldIssue): string {
  return JSON.stringify(issue);
}

/** The inverse of {@link encodeFieldIssue}; a message that is not one becomes a `type` issue. */
export function decodeFieldIssue(message: string): FieldIssue {
  try {
    const parsed: unknown = JSON.parse(message);
    if (typeof parsed === 'object' && parsed !== null && 'rule' in parsed) return parsed as FieldIssue;
  } catch {
    // Not JSON: the message is a sentence of the schema library.
  }
  return { rule: 'type', values: [] };
}
