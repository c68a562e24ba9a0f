#!/bin/sh
# Builds the libcurl that the bundles contain: only HTTP, HTTPS and gzip, on OpenSSL and zlib.
#
#   curl.sh FOLDER
#
# FOLDER/libcurl.so.4 is the result. The status is 75 if the source cannot be fetched.
#
# Debian's own libcurl also speaks LDAP, FTP, RTMP and others, and needs 29 libraries for that. The source is that of
# the Debian package, with its security patches. apt-get fetches it from the servers that the system already gets its
# packages from, and checks the signatures. The names of the functions have the same version (CURL_OPENSSL_4), so
# libtally.so works with either of them.
set -eu

mkdir -p "$1"
cd "$1"
folder=$(pwd)

# A failure shows the end of the log, and says what it prevented.
problem='there is no apt-get to fetch its source with'
finish() {
    result=$?
    [ $result != 0 ] || return 0
    tail -n 30 "$folder/log" >&3
    echo "The small libcurl for the bundles cannot be built: $problem." >&3
    echo "\`make bundles BUNDLE_CURL=system\` puts the system's libcurl and all that it needs into the bundles." >&3
}
exec 3>&2 >log 2>&1
trap finish EXIT

command -v apt-get || exit 75

# The system's servers, for source packages. A list of packages that was never fetched does not say whose it is.
sources() {
    apt-get indextargets 'Created-By: Packages' \
        --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT) $(ARCHITECTURE)' |
        while read -r origin server release component architecture; do
            case $origin in
            Debian | Ubuntu) ;;
            *) continue ;;
            esac
            [ "$component" = main ] && [ "$architecture" != all ] || continue
            keys=/usr/share/keyrings/$(echo "$origin" | tr DU du)-archive-keyring.gpg
            [ -r "$keys" ] && keys="[signed-by=$keys] " || keys=
            echo "deb-src $keys$server $release $component"
        done | sort -u
}
problem='apt-get knows no server of Debian or Ubuntu. `apt-get update` may help'
sources > sources.list
if ! [ -s sources.list ] && [ "$(id -u)" = 0 ]; then
    timeout 600 apt-get update -o DPkg::Lock::Timeout=600 || true
    sources > sources.list
fi
[ -s sources.list ] || exit 75

# Lists and packages of its own: nothing of the system changes, and no other user of apt-get is waited for.
mkdir -p lists/partial archives/partial
fetch() {
    timeout 300 apt-get -q -o Dir::Etc::SourceList="$folder/sources.list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$folder/lists" -o Dir::Cache="$folder" -o APT::Sandbox::User="$(id -un)" \
        -o Acquire::Languages=none -o Acquire::Retries=3 \
        -o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30 "$@"
}
problem='its source cannot be fetched'
rm -rf source curl_*
fetch update || exit 75
fetch source --download-only curl || exit 75

problem='its source does not compile'
dpkg-source --skip-patches -x curl_*.dsc source
cd source
# The last patches rename the library, for the packages with other TLS libraries.
for patch in $(sed '/^#/d; /gnutls/d; /nss/d' debian/patches/series); do
    patch -s -p1 -i "debian/patches/$patch"
done
# The places of certificates are those of the Debian package. libtally looks for others (authorities.h).
./configure --quiet --disable-static --enable-versioned-symbols --enable-threaded-resolver --with-openssl \
    --with-ca-bundle=/etc/ssl/certs/ca-certificates.crt --with-ca-path=/etc/ssl/certs --with-zlib \
    --without-brotli --without-zstd --without-libidn2 --without-libpsl --without-librtmp --without-libssh2 \
    --without-gssapi --without-libgsasl --without-nghttp2 --without-ngtcp2 --without-nghttp3 \
    --disable-alt-svc --disable-cookies --disable-dict --disable-doh --disable-file --disable-ftp \
    --disable-gopher --disable-hsts --disable-imap --disable-ldap --disable-ldaps --disable-libcurl-option \
    --disable-manual --disable-mqtt --disable-netrc --disable-ntlm --disable-pop3 --disable-rtsp --disable-smb \
    --disable-smtp --disable-telnet --disable-tftp --disable-tls-srp --disable-unix-sockets --disable-websockets \
    CFLAGS='-Os -g0 -fstack-protector-strong -D_FORTIFY_SOURCE=2 -ffunction-sections -fdata-sections' \
    LDFLAGS='-s -Wl,--gc-sections -Wl,--as-needed -Wl,-z,relro,-z,now'
make -s -j2 -C lib
cp lib/.libs/libcurl.so.4 "$folder/libcurl.so.4.new"
cd "$folder"
mv libcurl.so.4.new libcurl.so.4
rm -rf source lists archives ./*.bin
