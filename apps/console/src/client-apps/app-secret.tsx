import { SecretOnce } from '../ui/secret-once.tsx';
import { FirstCall } from './signed-call.tsx';

interface Props {
  id: string;
  /** Undefined: the answer to a repeated call has none. */
  secret: string | undefined;
}

/** A new secret of an App under the names that SDK, command line and samples read, and a first call with it. */
export const AppSecret = ({ id, secret }: Props) => (
  <>
    <SecretOnce
      fileName={`${id}.env`}
      lines={{
        PROCUREMENT_BASE_URL: location.origin,
        PROCUREMENT_APP_ID: id,
        PROCUREMENT_APP_SECRET: secret,
      }}
    />
    <FirstCall appId={id} />
  </>
);
