#!/bin/bash

# Puts the program of the archive in sources/ into $install_dir, in place of the one that is there. The library is elsewhere.
unpack_program() {
    local archive
    archive=$(find "$YNH_APP_BASEDIR/sources" -name 'vitrine-*-linux-*.tar.gz' -print -quit)
    [ -n "$archive" ] || ynh_die "There is no archive of Vitrine in sources. The README says which one to copy there."
    # Without the folder, which is named after version and platform, and the link beside it.
    tar --extract --gzip --file="$archive" --directory="$install_dir" --strip-components=1
    chown -R root:root "$install_dir"
    chmod -R u=rwX,go=rX "$install_dir"
}

configure_system() {
    ynh_config_add --template="vitrine.env" --destination="$install_dir/vitrine.env"
    chown "$app:$app" "$install_dir/vitrine.env"
    chmod 400 "$install_dir/vitrine.env"
    ynh_config_add_nginx
    ynh_config_add_systemd
}
