import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { User } from "../../../contract/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { endSession, hasSessionEnded, isAdmin, returnPath, setupQuery } from "../data/session.api.ts";
import { LoginForm } from "./LoginForm.tsx";
import styles from "./LoginPage.module.css";
import { RegisterForm } from "./RegisterForm.tsx";

export function LoginPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { hash, state } = useLocation();
  const setupCode = readSetupCode(hash);
  const { data: setup } = useQuery(setupQuery);
  const [chosenMode, setMode] = useState<"sign-in" | "register" | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // A new site, or the link it prints at its first start, begins with setting the password.
  const mode = chosenMode ?? (setup?.setup_required || setupCode ? "register" : "sign-in");
  const isNew = mode === "register" && setup?.setup_required !== false;

  useEffect(() => {
    endSession();
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== setupQuery.queryKey[0] });
  }, [queryClient]);

  const onSignedIn = (user: User) => {
    if (isAdmin(user)) navigate(returnPath(search), { replace: true, state });
    else setRefusal("This is not an admin account. Sign in with the admin email.");
  };

  return (
    <main className={styles.page}>
      <title>{isNew ? "Set up your site" : "Admin Login"}</title>
      <div className={styles.card}>
        {isNew ? <h1 tabIndex={-1}>Set up your site</h1> : <h1 tabIndex={-1}>Admin Login</h1>}
        {hasSessionEnded(state) && (
          <p role="status">Your session has ended. Sign in to go on; what you typed is kept.</p>
        )}
        {refusal && <p role="alert">{refusal}</p>}
        {mode === "sign-in" ? (
          <LoginForm onSignedIn={onSignedIn} />
        ) : (
          <RegisterForm setup={setup} setupCode={setupCode} onSignedIn={onSignedIn} />
        )}
        <Button kind="quiet" onClick={() => setMode(mode === "sign-in" ? "register" : "sign-in")}>
          {mode === "sign-in" ? "Set admin password" : "Sign in instead"}
        </Button>
      </div>
      <a href="/">View Site</a>
    </main>
  );
}

/** In the fragment, which browsers never send: the code stays out of every log. */
function readSetupCode(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get("setup") || null;
}
