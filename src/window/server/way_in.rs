//! The file with which a browser is started. Every user of the machine can read the command line of
//! a browser, so the secret is not in it: the browser gets the name of a file that only its owner
//! can read, and the file sends it to the ticket, an address that leads to the page once. Jupyter
//! does the same.
//!
//! Browsers that are installed as snaps can read neither hidden folders nor `/tmp`, so the file is
//! in a new folder right in the home folder. It is gone when the ticket was used, or with the
//! window.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir};

use super::address::Address;

/// The file, which is removed when this is dropped.
#[derive(Debug)]
pub struct WayIn {
    folder: TempDir,
}

/// Its name.
const NAME: &str = "open.html";

impl WayIn {
    /// A file that leads to the ticket of `address`, in the first folder that can be written:
    /// home, `XDG_RUNTIME_DIR`, or that of temporary files.
    ///
    /// # Errors
    ///
    /// It can be written in none of them.
    pub fn new(address: &Address) -> io::Result<WayIn> {
        let runtime = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        let mut folders = env::home_dir()
            .into_iter()
            .chain(runtime)
            .filter(|folder| folder.is_absolute());
        folders
            .find_map(|folder| WayIn::in_folder(&folder, address).ok())
            .map_or_else(|| WayIn::in_folder(&env::temp_dir(), address), Ok)
    }

    fn in_folder(folder: &Path, address: &Address) -> io::Result<WayIn> {
        let mut builder = Builder::new();
        builder.prefix("keymove-window-");
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        make_private(&mut builder, &mut options);
        let folder = builder.tempdir_in(folder)?;
        let ticket = address.ticket();
        let mut file = options.open(folder.path().join(NAME))?;
        write!(
            file,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta http-equiv=\"refresh\" content=\"0; url={ticket}\">\n\
             <title>keymove</title>\n<p><a href=\"{ticket}\">Open the page</a></p>\n"
        )?;
        Ok(WayIn { folder })
    }

    /// The address of the file.
    pub fn address(&self) -> String {
        // `C:\Users\me` is `/C:/Users/me` in an address.
        let mut address = if cfg!(windows) { "file:///" } else { "file://" }.to_owned();
        for &byte in self.folder.path().join(NAME).as_os_str().as_encoded_bytes() {
            match byte {
                b'\\' if cfg!(windows) => address.push('/'),
                b':' if cfg!(windows) => address.push(':'),
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                    address.push(char::from(byte));
                }
                _ => address.push_str(&format!("%{byte:02X}")),
            }
        }
        address
    }
}

/// Leaves folder and file to their owner alone.
#[cfg(unix)]
fn make_private(folder: &mut Builder<'_, '_>, file: &mut OpenOptions) {
    use std::fs::Permissions;
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};

    folder.permissions(Permissions::from_mode(0o700));
    file.mode(0o600);
}

#[cfg(not(unix))]
fn make_private(_: &mut Builder<'_, '_>, _: &mut OpenOptions) {}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::Secrets;
    use super::*;

    #[test]
    fn the_address_is_that_of_a_private_file_which_has_the_ticket() {
        let address = Address {
            socket: "127.0.0.1:8000".parse().expect("a socket"),
            secrets: Secrets::new().expect("random numbers"),
        };
        let home = tempfile::tempdir().expect("a folder");
        let odd = home.path().join("ä b%#?");
        fs::create_dir(&odd).expect("a folder");
        let way_in = WayIn::in_folder(&odd, &address).expect("a file");
        let told = way_in.address();
        assert!(
            told.contains("/%C3%A4%20b%25%23%3F/keymove-window-"),
            "{told}"
        );
        assert!(!told.contains(address.ticket().rsplit('/').nth(1).expect("a secret")));
        let file = way_in.folder.path().join(NAME);
        let text = fs::read_to_string(&file).expect("a text");
        assert_eq!(text.matches(&address.ticket()).count(), 2);
        assert!(!text.contains(&address.page()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;

            let rights = |path: &Path| path.metadata().expect("it is there").permissions().mode();
            assert_eq!(rights(way_in.folder.path()) & 0o777, 0o700);
            assert_eq!(rights(&file) & 0o777, 0o600);
        }
        drop(way_in);
        assert_eq!(fs::read_dir(&odd).expect("a folder").count(), 0);
    }
}
