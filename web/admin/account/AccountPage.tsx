import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { Loading } from "../../ui/Loading.tsx";
import { accountQuery } from "../data/account.api.ts";
import { AdminPage } from "../page/AdminPage.tsx";
import { LoadFailure } from "../page/LoadFailure.tsx";
import styles from "./Account.module.css";
import { PasskeyList } from "./PasskeyList.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SessionList } from "./SessionList.tsx";
import { TokenList } from "./TokenList.tsx";

export function AccountPage() {
  const { data: account, error, isPending, refetch } = useQuery(accountQuery);
  return (
    <AdminPage
      title="Account"
      subtitle="Your name, how you sign in, which programs publish here, and where you are signed in"
      actions={<Link to={paths.admin.activity}>Activity</Link>}
    >
      {isPending && <Loading />}
      {!isPending && !account && (
        <LoadFailure title="Your account could not be loaded" error={error} onRetry={refetch} />
      )}
      {account && (
        <div className={styles.sections}>
          <div className={styles.forms}>
            {/* After a save the form begins with what was saved. */}
            <ProfileForm
              key={`${account.user.name} ${account.user.email}`}
              user={account.user}
              hasPasskeys={account.passkeys.length > 0}
            />
            <PasswordForm user={account.user} />
          </div>
          <PasskeyList user={account.user} passkeys={account.passkeys} />
          <TokenList user={account.user} tokens={account.tokens} hasPasskeys={account.passkeys.length > 0} />
          <SessionList sessions={account.sessions} />
        </div>
      )}
    </AdminPage>
  );
}
