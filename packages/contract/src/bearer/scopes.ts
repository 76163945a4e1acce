/** What a scope lets its holder do, in the words of a consent page. */
interface ScopeRow {
  zh: string;
  en: string;
}

/**
 * What a bearer credential may do. `write:` does not include `read:`; `admin` includes all. Source: interface, "Bearer
 * scheme".
 */
export const SCOPES = {
  'read:purchase-requests': {
    zh: '查看采购申请，以及各应用在审批额度以内的采购意图',
    en: 'See purchase requests, and the intents of Apps that an approval limit covers',
  },
  'write:purchase-requests': {
    zh: '提交、修改、撤回和审批采购申请，以及提交各应用在审批额度以内的草稿',
    en: 'Make, change, withdraw and decide purchase requests, and submit drafts of Apps that an approval limit covers',
  },
  'read:suppliers': { zh: '查看供应商', en: 'See suppliers' },
  'write:suppliers': { zh: '新增、修改和删除供应商', en: 'Add, change and delete suppliers' },
  'read:orders': { zh: '查看订单', en: 'See orders' },
  'write:orders': { zh: '刷新和取消订单', en: 'Refresh and cancel orders' },
  'read:contracts': { zh: '查看合同', en: 'See contracts' },
  'write:contracts': {
    zh: '新增、修改、生效和终止合同',
    en: 'Add, change, activate and terminate contracts',
  },
  'read:reports': { zh: '查看报表', en: 'See reports' },
  admin: {
    zh: '管理整个系统：用户、密钥、应用以及以上全部权限',
    en: 'Administer everything: users, keys, Apps, and all that is named above',
  },
} as const satisfies Record<string, ScopeRow>;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];

const REQUESTER = [
  'read:purchase-requests',
  'write:purchase-requests',
  'read:suppliers',
  'read:orders',
  'read:contracts',
] as const satisfies readonly Scope[];
const APPROVER = [...REQUESTER, 'read:reports'] as const satisfies readonly Scope[];

/** Named sets of scopes, for commands and forms. A person has scopes, not a role. */
export const ROLES = {
  requester: REQUESTER,
  approver: APPROVER,
  buyer: [...APPROVER, 'write:suppliers', 'write:orders', 'write:contracts'],
  admin: ['admin'],
} as const satisfies Record<string, readonly Scope[]>;

export type Role = keyof typeof ROLES;
