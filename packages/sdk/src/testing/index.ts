export { createTestService } from './test-service.ts';
export type {
  Completion,
  Fault,
  Holding,
  MswHttp,
  PurchaseMatch,
  Purchases,
  ReceivedRequest,
  TestApp,
  TestAppOptions,
  TestClock,
  TestPermission,
  TestRequest,
  TestRequestInit,
  TestResponse,
  TestService,
  TestServiceOptions,
} from './types.ts';
