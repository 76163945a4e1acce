export { shopOf } from './shop-key.ts';
