import { Link } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { UsersIcon } from "../../ui/icons.tsx";
import { AdminPage, EmptyState } from "../page/AdminPage.tsx";

export function AllPhotosPage() {
  return (
    <AdminPage title="All Photos">
      <EmptyState
        title="All photos view coming soon."
        action={<Link to={paths.admin.dashboard}>Go to All content</Link>}
      >
        Until then, All content shows every photo in the library.
      </EmptyState>
    </AdminPage>
  );
}

export function UsersPage() {
  return (
    <AdminPage title="User Management">
      <EmptyState
        title="User management interface coming soon."
        icon={<UsersIcon />}
        action={<Link to={paths.admin.account}>Go to Account</Link>}
      >
        Until then, Account has your name, email, password and sessions.
      </EmptyState>
    </AdminPage>
  );
}
