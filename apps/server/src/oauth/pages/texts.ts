import type { Language } from '@procurement-intents/contract';

const ZH = {
  service: '采购服务',
  logIn: '登录',
  username: '用户名',
  password: '密码',
  userCode: '设备上显示的代码',
  wantsAccess: '{client} 请求访问采购服务',
  logInFirst: '登录后，您可以决定是否允许。',
  wrongPassword: '用户名或密码错误。',
  consentTitle: '允许 {client} 访问吗？',
  actingAs: '您的身份：{person}',
  willBeAble: '它将可以：',
  profileToo: '查看您是谁，并更改您的显示名称和语言。',
  nothing: '它请求的权限您都没有，因此不能允许。',
  goesTo: '答复将发送到：',
  goesToApp: '本设备上的应用（{address}）',
  goesToDevice: '您开始此操作的设备。只有当您自己开始了此操作时，才选择允许。',
  allow: '允许',
  deny: '拒绝',
  deviceTitle: '连接设备',
  deviceText: '输入设备上显示的代码并登录。',
  wrongCode: '代码无效或已过期。',
  approved: '已允许',
  approvedText: '请返回设备，此页面可以关闭。',
  denied: '已拒绝',
  deniedText: '设备没有得到访问权限，此页面可以关闭。',
  problem: '无法继续',
  unknownClient: '此应用未在采购服务登记。请返回该应用并联系其提供者。',
  wrongRedirect: '此应用给出的返回地址未登记，因此不会向该地址发送任何内容。请联系应用的提供者。',
  over: '此页面已过期，或已在别处作出决定。请返回应用重新开始。',
  foreign: '此请求不是来自本页面，因此未作处理。请返回应用重新开始。',
  tooMany: '失败次数过多，请稍后再试。',
  failed: '服务暂时无法处理，请稍后再试。',
};

const EN: typeof ZH = {
  service: 'Procurement service',
  logIn: 'Log in',
  username: 'Username',
  password: 'Password',
  userCode: 'Code shown on the device',
  wantsAccess: '{client} asks for access to the procurement service',
  logInFirst: 'Log in to decide whether to allow it.',
  wrongPassword: 'The username or the password is wrong.',
  consentTitle: 'Allow {client} access?',
  actingAs: 'You are: {person}',
  willBeAble: 'It will be able to:',
  profileToo: 'See who you are, and change your displayed name and language.',
  nothing: 'It asks for permissions that you do not have, so you cannot allow it.',
  goesTo: 'The answer goes to:',
  goesToApp: 'an app on this device ({address})',
  goesToDevice: 'the device on which you started. Allow it only if you started this yourself.',
  allow: 'Allow',
  deny: 'Deny',
  deviceTitle: 'Connect a device',
  deviceText: 'Type the code that the device shows, and log in.',
  wrongCode: 'The code is not valid, or has expired.',
  approved: 'Allowed',
  approvedText: 'Go back to the device. You can close this page.',
  denied: 'Denied',
  deniedText: 'The device got no access. You can close this page.',
  problem: 'This cannot continue',
  unknownClient: 'This app is not registered here. Go back to it, and tell its provider.',
  wrongRedirect:
    'The address that the app wants the answer at is not registered, so nothing is sent there. Tell its provider.',
  over: 'This page has expired, or the decision was made elsewhere. Go back to the app and start again.',
  foreign:
    'This request did not come from this page, so nothing was done. Go back to the app and start again.',
  tooMany: 'Too many failures. Try again later.',
  failed: 'The service cannot do this now. Try again later.',
};

export type PageText = keyof typeof ZH;

const TEXTS: Record<Language, Record<PageText, string>> = { zh: ZH, en: EN };

/** A text in the language of the page, with its placeholders filled in. */
export const textIn = (language: Language, text: PageText, values: Record<string, string> = {}): string =>
  TEXTS[language][text].replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
