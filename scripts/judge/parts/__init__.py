"""The judges that share no code with the solver: EPD, hands, brute force, the checks of claims, and for Kriegspiel the
umpire, beliefs and endings. The commands in the folder above are thin layers over them."""
